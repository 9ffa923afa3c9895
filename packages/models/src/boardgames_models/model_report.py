"""Language models in a contest: their strength beside other players, what they gave away, and their answers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from math import fsum, isfinite, sqrt
from operator import add
from typing import Any, Final

import attrs

from boardgames.analysis import EXACT, JudgeSettings, NoJudge, analyse_games, usual_judge
from boardgames.contest import SET_ASIDE, BadStore, Estimate, Place, Standings, Store, Tally, format_rating, player_text
from boardgames.core.lookup import find, spec_of
from boardgames.view import Rows, csv_table, document, fill, joined, report_sheet, style, table
from boardgames_models.model_answer import TokenCounts
from boardgames_models.model_player import LLM
from boardgames_models.model_use import ModelUse

DISGUISE: Final = re.compile(r"(?<=[:,])disguise=[^,]*,?")
KINDS: Final = tuple(attrs.fields_dict(TokenCounts))
SAID: Final = ("model", "answered", "settings", "prompt")
SECTION: Final = """<h2>{{heading}}</h2>\n<div class="wide">{{rows}}</div>"""
WORDS: Final = "<h1>{{title}}</h1>\n<p>{{words}}</p>"


@attrs.frozen(kw_only=True)
class ReportedPlayer:
    """A player of the contest; ``uses`` are the sums of its games, none if no language model played in its seat."""

    place: Place
    player: str
    """As it was named."""
    uses: tuple[ModelUse, ...]
    finished: Tally
    """Its games without a forfeit."""
    plies: Estimate
    loss: Estimate
    """The chance that an action gave away, where there was a choice: the mean of the means of its games."""

    def sum(self, name: str) -> Any:
        """The sum of a field over its games."""
        return reduce(add, (getattr(use, name) for use in self.uses))

    def said(self, name: str) -> str:
        """The values of a field, of which there is one unless the server or the prompt changed on the way."""
        return " or ".join(sorted({str(getattr(use, name)) for use in self.uses} - {""}))

    def tokens(self, kind: str) -> float | None:
        """The tokens of a kind in an answer, the mean of those that the server counted."""
        metered = self.sum("metered")
        return sum(getattr(use.tokens, kind) for use in self.uses) / metered if metered else None

    @property
    def all_tokens(self) -> float | None:
        """The tokens of all answers, as many for one that was not counted as for the others."""
        parts = self.tokens("prompt"), self.tokens("answer")
        return None if None in parts else fsum(parts) * self.sum("calls")  # type: ignore[arg-type]

    @property
    def cost(self) -> float | None:
        """The cost of all its games; ``None`` if it is not known of every answer."""
        costs = [use.cost for use in self.uses if use.calls]
        return None if None in costs or not costs else fsum(costs)  # type: ignore[arg-type]

    def fields(self) -> dict[str, Any]:
        """The figures in plain values."""
        fields = {
            "name": self.place.name,
            "player": self.player,
            "games": self.place.tally.games,
            "pairs": list(self.place.tally.pairs),
            "score": _values(self.place.tally.trials.score),
            "elo": _values(Estimate(self.place.elo, self.place.low, self.place.high)),
            "finished": self.finished.games,
            "score_of_finished": _values(self.finished.single.score),
            "forfeits": self.place.faults,
            "plies": _values(self.plies),
            "loss": _values(self.loss),
        }
        if not self.uses:
            return fields
        sums = ("actions", "first_try", "legal", "by_chance", "calls", "failures", "refusals", "reasons", "seconds")
        used = {"tokens_an_answer": {kind: self.tokens(kind) for kind in KINDS}, "cost": self.cost}
        return {**fields, **{name: self.said(name) for name in SAID}, **{name: self.sum(name) for name in sums}, **used}


Column = Callable[[ReportedPlayer], str]
STRENGTH: Final[Mapping[str, Column]] = {
    "games": lambda player: str(player.place.tally.games),
    "score": lambda player: _percent(player.place.tally.trials.score),
    "Elo": lambda player: " ± ".join(filter(None, format_rating(player.place))),
    "without forfeits": lambda player: _percent(player.finished.single.score) if player.finished.games else "",
    "forfeits": lambda player: " ".join(f"{kind} {count}" for kind, count in sorted(player.place.faults.items())),
    "plies": lambda player: f"{player.plies.value:.0f}",
    "loss an action": lambda player: _percent(player.loss, 2),
}
ANSWERS: Final[Mapping[str, Column]] = {
    "actions": lambda player: str(player.sum("actions")),
    "legal at once": lambda player: _share(player.sum("first_try"), player, 100, ".1f"),
    "in the end": lambda player: _share(player.sum("legal"), player, 100, ".1f"),
    "refused": lambda player: " ".join(f"{kind} {count}" for kind, count in player.sum("refusals").most_common()),
    "drawn": lambda player: str(player.sum("by_chance")),
    "failures": lambda player: str(player.sum("failures")),
}
USE: Final[Mapping[str, Column]] = {
    "answers": lambda player: str(player.sum("calls")),
    f"{', '.join(KINDS)} tokens": lambda player: " ".join(
        "–" if tokens is None else f"{tokens:.0f}" for tokens in map(player.tokens, KINDS)
    ),
    "tokens an action": lambda player: _share(player.all_tokens, player),
    "tokens a game": lambda player: _share(player.all_tokens, player, a_game=True),
    "seconds an action": lambda player: _share(player.sum("seconds"), player),
    "seconds a game": lambda player: _share(player.sum("seconds"), player, a_game=True),
    "cost an action": lambda player: _share(player.cost, player),
    "cost a game": lambda player: _share(player.cost, player, a_game=True),
}


@attrs.frozen(kw_only=True)
class ModelReport:
    """The report on the language models of a contest, the best player first."""

    game: str
    games: int
    judge: str
    """Empty where no judge has told what actions are worth."""
    players: tuple[ReportedPlayer, ...]

    @classmethod
    def of(
        cls,
        db: str | os.PathLike[str],
        judge: str | None = None,
        *,
        jobs: int = 1,
        report: Callable[[int, int], None] | None = None,
    ) -> ModelReport:
        """The report of a contest's file.

        ``judge`` says what actions are worth, as in :func:`~boardgames.analysis.analyse`; without one the game's exact
        values do where there are some.  ``jobs`` games are judged at a time; ``report`` is called with the positions
        of a game that are judged, and all of it.

        Raises :class:`~boardgames.contest.BadStore`,
        :class:`~boardgames.analysis.NoJudge` if the judge has judged no action, and :class:`ValueError` for a file
        without language models.
        """
        with Store.reading(db) as store:
            configuration, games = store.configuration, store.games()
            uses = uses_of(store)
            if not uses:
                raise ValueError(f"{os.fspath(db)}: no language model has played a game to its end there")
            by = judge or (EXACT if usual_judge(configuration.game) == EXACT else "")
            records = ((game, store.record(game.number)) for game in games if by and game.plies)
            losses: dict[int, list[float]] = {}
            problem = "no action of these games had a choice"
            for game, judged in analyse_games(records, JudgeSettings(by=by), jobs, report):
                problem = judged.problem or problem
                for seat, player in enumerate(game.players):
                    loss = None if judged.analysis is None else judged.analysis.mean_loss(seat)
                    losses.setdefault(player, []).extend([] if loss is None else [loss])
        if judge and not any(losses.values()):
            raise NoJudge(problem)
        players = []
        for place in Standings.of(configuration, games).places:
            own = [(game, game.players.index(place.player)) for game in games if place.player in game.players]
            finished = [(game, seat) for game, seat in own if game.fault is None and game.reason != SET_ASIDE]
            players.append(
                ReportedPlayer(
                    place=place,
                    player=player_text(configuration.entries[place.player].player),
                    uses=tuple(use for player, use in uses if player == place.player),
                    finished=Tally.of(game.scores[seat] for game, seat in finished),
                    plies=Estimate.of_mean([game.plies for game, _ in own], [game.pair for game, _ in own]),
                    loss=Estimate.of_mean(losses.get(place.player, [])),
                )
            )
        by = by if any(losses.values()) else ""
        return cls(game=configuration.game, games=len(games), judge=by, players=tuple(players))

    @property
    def models(self) -> list[ReportedPlayer]:
        """The players in whose seats language models played."""
        return [player for player in self.players if player.uses]

    def tables(self) -> Iterator[tuple[str, Rows]]:
        """Each table with its title."""
        for title, columns in (("Strength", STRENGTH), ("Answers", ANSWERS), ("Use", USE)):
            players = self.players if columns is STRENGTH else self.models
            rows = ([player.place.name, *(shown(player) for shown in columns.values())] for player in players)
            yield title, [["player", *columns], *rows]
        broken = [["player", "reason", "rule", "times"], *self._reasons()]
        disguised = [["player", "disguised as", "score", "loss an action"], *self._disguised()]
        for title, found in (("Rules that were broken", broken), ("Plain minus disguised", disguised)):
            if len(found) > 1:
                yield title, found
        yield "Models", [["player", *SAID], *([each.place.name, *map(each.said, SAID)] for each in self.models)]

    def _reasons(self) -> Iterator[list[str]]:
        rules = spec_of(self.game).rules_behind
        for player in self.models:
            for code, count in player.sum("reasons").most_common():
                game, number = rules.get(code, ("", 0))
                yield [player.place.name, code, f"{find(game).title}, rule {number}" if game else "", str(count)]

    def _disguised(self) -> Iterator[list[str]]:
        """The players that differ in their disguise alone, in pairs."""
        plain = {player.player: player for player in self.models if not DISGUISE.search(player.player)}
        for player in self.models:
            other = plain.get(DISGUISE.sub("", player.player).rstrip(",:"))
            if other is not None and other is not player:
                score = _difference(other.place.tally.trials.score, player.place.tally.trials.score)
                loss = _difference(other.loss, player.loss)
                yield [other.place.name, player.place.name, _percent(score, sign="+"), _percent(loss, 2, "+")]

    def sentence(self) -> str:
        """The games, the judge, and how the figures are meant."""
        judged = f"Losses are judged by {self.judge}" if self.judge else "No judge has told of losses"
        note = "Scores and losses are in points of 100; behind ± stands half a 95 % interval."
        return f"{self.game}: {self.games} games. {judged}. {note}"

    def page(self) -> str:
        """The report as an HTML document that loads nothing."""
        title = f"Language models: {spec_of(self.game).title}"
        parts = [fill(WORDS, title=title, words=self.sentence())]
        for heading, rows in self.tables():
            parts.append(fill(SECTION, heading=heading, rows=table(rows, "grid stacked")))
        return document(title, joined(parts), sheet=report_sheet() + style("auto"))

    def fields(self) -> dict[str, Any]:
        """The report in plain values: ``boardgames models --json``."""
        players = [player.fields() for player in self.players]
        return {"game": self.game, "games": self.games, "judge": self.judge or None, "players": players}

    def csv(self) -> str:
        """The report as CSV, a player a line."""
        players = [dict(_flat(player.fields())) for player in self.players]
        names = [*dict.fromkeys(name for player in players for name in player)]
        return csv_table([names, *([player.get(name, "") for name in names] for player in players)])


def _values(estimate: Estimate) -> dict[str, float] | None:
    """A value with its interval, the ends without a bound left out; ``None`` if nothing is known of it."""
    values = {name: value for name, value in attrs.asdict(estimate).items() if isfinite(value)}
    return values if len(values) > 1 else None


def _flat(fields: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """The values of objects in objects, each under the names that lead to it."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}_")
        else:
            yield (
                before + name,
                "" if value is None else " ".join(map(str, value)) if isinstance(value, list) else value,
            )


def _difference(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent values."""
    value, error = one.value - other.value, sqrt(one.error**2 + other.error**2)
    return Estimate(value, value - error, value + error)


def _percent(estimate: Estimate, digits: int = 0, sign: str = "") -> str:
    return f"{estimate:{sign}.{digits}%}".replace(" %", "") if isfinite(estimate.error) else ""


def _share(total: float | None, player: ReportedPlayer, times: int = 1, form: str = ".3g", a_game: bool = False) -> str:
    """A sum shared by the actions or games of a player."""
    number = len(player.uses) if a_game else player.sum("actions")
    if total is None or not number:
        return ""
    share = times * total / number
    return format(share, form if share < 1000 else ".0f")


def uses_of(store: Store) -> list[tuple[int, ModelUse]]:
    """The use of language models in the games of a contest that are over, each with the number of its player.

    Raises :class:`~boardgames.contest.BadStore` for a note that cannot be read.
    """
    uses = []
    entries = store.configuration.entries
    for note in store.notes():
        try:
            uses.append((note.player, ModelUse.from_json(note.text)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            if player_text(entries[note.player].player).partition(":")[0] != LLM.name:
                continue  # a note of another kind
            raise BadStore(f"{store.name} is damaged: its use of models in game {note.number} cannot be read") from None
    return uses
