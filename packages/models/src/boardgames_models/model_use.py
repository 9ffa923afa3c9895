"""Language models in a contest: the sums of their answers, their cost, and the transcript of all they were told."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import attrs

from boardgames.contest import BadContest, read_toml
from boardgames.core.model import BadOption, from_toml, option
from boardgames.core.text import read_json
from boardgames_models.model_answer import LEGAL, TRANSPORT, ModelAnswer, TokenCounts

MILLION = 1_000_000


@attrs.define(kw_only=True)
class ModelUse:
    """The sums over the answers of the language model in one seat of one game."""

    model: str = ""
    """The model that was asked."""
    answered: str = ""
    """The model that answered last, as the server says it."""
    settings: str = ""
    """The player's options that shape the prompt and are not at their defaults, as in ``legal=on``."""
    prompt: str = ""
    """The digest of the part of the prompt that is the same for a whole game."""
    actions: int = 0
    """Actions that were asked for."""
    first_try: int = 0
    """Those that the model answered legally, or by resigning, at once."""
    legal: int = 0
    """Those that it answered so in the end."""
    by_chance: int = 0
    """Those that were drawn, as its last attempt failed too."""
    calls: int = 0
    """Answers that came, refused ones included."""
    failures: int = 0
    """Answers that did not come, as the server failed."""
    refusals: Counter[str] = attrs.field(factory=Counter, converter=Counter)
    """Refused answers by kind."""
    reasons: Counter[str] = attrs.field(factory=Counter, converter=Counter)
    """Illegal answers by the code of the reason, for which ``GameSpec.rules_behind`` names the rule."""
    tokens: TokenCounts = attrs.field(factory=TokenCounts)
    metered: int = 0
    """Answers whose tokens the server counted."""
    seconds: float = 0.0
    """Seconds until the answers were there."""
    cost: float | None = None
    """In the currency of the prices; ``None`` if it is not known of every answer."""

    def add(self, answer: ModelAnswer, cost: float | None) -> None:
        """Take an answer into account."""
        self.model, self.settings, self.prompt = answer.model, answer.settings, answer.brief
        self.by_chance += answer.by_chance
        self.seconds += answer.seconds
        if answer.kind == TRANSPORT:
            self.failures += 1
            return
        self.answered = answer.answered or self.answered
        if not self.calls:
            self.cost = cost
        else:
            self.cost = None if cost is None or self.cost is None else self.cost + cost
        self.calls += 1
        self.actions += answer.attempt == 1
        if answer.kind in LEGAL:
            self.legal += 1
            self.first_try += answer.attempt == 1
        else:
            self.refusals[answer.kind] += 1
            if answer.kind == "illegal":
                self.reasons[answer.code] += 1
        if answer.tokens is not None:
            self.metered += 1
            sums = zip(attrs.astuple(self.tokens), attrs.astuple(answer.tokens), strict=True)
            self.tokens = TokenCounts(**dict(zip(attrs.fields_dict(TokenCounts), map(sum, sums), strict=True)))

    def json(self) -> str:
        """The sums as a JSON object, which :meth:`from_json` reads."""
        return json.dumps(attrs.asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> ModelUse:
        """The sums that :meth:`json` wrote.  Raises :class:`ValueError` or :class:`TypeError` for anything else."""
        fields = read_json(text)
        use = cls(**{**fields, "tokens": TokenCounts(**fields["tokens"])})
        usual = attrs.asdict(cls(cost=use.cost and 0.0), recurse=False)
        if any(type(value) is not type(usual[name]) for name, value in attrs.asdict(use, recurse=False).items()):
            raise ValueError
        return use


# -- what users give: prices, and a file for the transcript ------------------------------------------------


@attrs.frozen(kw_only=True)
class Price:
    """The price of a model's tokens, for a million of them."""

    prompt: float = option(0.0, "a million tokens of prompts", least=0)
    cached: float | None = option(None, "a million tokens of prompts that the server has read before", least=0)
    """``None``: as other tokens of prompts."""
    answer: float = option(0.0, "a million tokens of answers, reasoning included", least=0)
    date: str = option("", "when the price was looked up")

    def cost(self, tokens: TokenCounts) -> float:
        """The price of one answer.

        >>> Price(prompt=2.0, cached=1.0, answer=10.0).cost(TokenCounts(prompt=1000, cached=500, answer=100))
        0.0025
        """
        cached = self.prompt if self.cached is None else self.cached
        fresh = tokens.prompt - tokens.cached
        return (fresh * self.prompt + tokens.cached * cached + tokens.answer * self.answer) / MILLION


def read_prices(path: str | os.PathLike[str]) -> dict[str, Price]:
    """The prices in a TOML file: a table for each model, with the fields of :class:`Price`.

    ``path`` is that file.  Raises :class:`~boardgames.core.model.BadOption`.
    """
    prices = {}
    try:
        table = read_toml(path)
    except BadContest as error:
        raise BadOption(str(error)) from None
    for model, fields in table.items():
        if not isinstance(fields, dict):
            raise BadOption(f'{path}: give each model a table, as in ["gpt-5-mini"] and below it prompt = 0.25')
        try:
            prices[model] = Price(**{"date": "", **from_toml(Price, _with_text_date(fields), "price")})
        except BadOption as error:
            raise BadOption(f"{path}: {model}: {error}") from None
    return prices


def _with_text_date(fields: Mapping[str, Any]) -> dict[str, Any]:
    """TOML has dates of its own."""
    return {**fields, **({"date": str(fields["date"])} if "date" in fields else {})}


@attrs.frozen(kw_only=True)
class ModelBooks:
    """Where the answers of language models are booked: their prices, and the file of their transcript."""

    prices: Mapping[str, Price] = attrs.field(factory=dict)
    transcript: str | None = None
    """Each answer is appended to this file as a line of JSON, whichever process plays."""

    @classmethod
    def of(cls, transcript: str | os.PathLike[str] | None, prices: str | os.PathLike[str] | None) -> ModelBooks:
        """The books with these two files.  Raises :class:`~boardgames.core.model.BadOption`."""
        path = None if transcript is None else os.path.abspath(transcript)
        if path is not None:
            try:
                os.close(_opened(path))
            except OSError as error:
                raise BadOption(f"cannot write the transcript {path}: {error.strerror}") from None
        return cls(prices={} if prices is None else read_prices(prices), transcript=path)

    def book(self, use: ModelUse, facts: Mapping[str, object], answer: ModelAnswer) -> None:
        """Add an answer to the sums ``use`` and the transcript, there with ``facts`` about the game.

        The cost is the larger of what the server says and what its tokens cost.  An answer that cannot be written,
        as where the disk is full, goes to standard error: it may have been paid for.
        """
        price = self.prices.get(answer.model)
        priced = None if price is None or answer.tokens is None else price.cost(answer.tokens)
        cost = max((known for known in (answer.cost, priced) if known is not None), default=None)
        use.add(answer, cost)
        if self.transcript is None:
            return
        fields = {**facts, **answer.fields(), "cost": cost}
        line = json.dumps({name: value for name, value in fields.items() if value not in (None, "")}) + "\n"
        try:
            with open(_opened(self.transcript), "ab", buffering=0) as out:
                written = out.write(
                    line.encode()
                )  # at once, so that lines of other processes stand before or behind it
                if written < len(line):
                    out.truncate(out.tell() - written)
                    raise OSError(None, "the disk is full")
        except OSError as error:
            say(f"the transcript {self.transcript} cannot be written ({error.strerror}); its next line is:\n{line}")


def say(what: str) -> None:
    """Tell on standard error what has been paid for and finds no place in its file."""
    with suppress(OSError):
        print(what.rstrip(), file=sys.stderr, flush=True)


def _opened(path: str) -> int:
    """The transcript's file, its owner's alone, since the seed of a game tells the dice to come."""
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
