"""The types of options of the command line, and those that are declared: :mod:`boardgames.core.model.options`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from boardgames.core.model.options import BadOption, Option
from boardgames.core.text.kinds import SEED as SEED_KIND, Kind, Number, OneOf, Whole, refusal

Adding = Callable[[Callable[..., Any]], Callable[..., Any]]


class KindType(click.ParamType[Any]):
    """The values of a kind, or of an option in its unit of the command line."""

    def __init__(self, kind: Kind | Option) -> None:
        self.read = kind.read
        self.kind = kind.kind if isinstance(kind, Option) else kind
        self.name = self.kind.expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value  # a default, in Python's unit already
        try:
            return self.read(value)
        except BadOption as error:
            self.fail(str(error), param, ctx)
        except ValueError:
            self.fail(refusal(self.kind, value), param, ctx)


def facts_of(option: Option) -> tuple[tuple[str, ...], dict[str, object]]:
    """The names of a declared option on the command line, and what :func:`click.option` is told of it."""
    facts: dict[str, object] = {"show_default": option.facts.show_default, "help": option.facts.meaning}
    if option.is_switch:
        both = f"{option.flag}/--no-{option.flag[2:]}"
        return (both if option.default else option.flag,), {**facts, "is_flag": True, "default": option.default}
    facts["default"] = None if option.default is None else option.show(option.default)
    facts["type"] = click.Choice(option.kind.choices) if isinstance(option.kind, OneOf) else KindType(option)
    return (option.flag,), {**facts, "metavar": option.facts.metavar}


def setting_option(option: Option, *names: str, **changes: Any) -> Adding:
    """The command line's option of a declared one.  ``names`` replace its flag, ``changes`` what click is told."""
    usual, facts = facts_of(option)
    return click.option(*(names or usual), **{**facts, **changes})


def jobs_option(meaning: str) -> Adding:
    """The option with the number of worker processes.

    ``meaning`` is its help.
    """
    kind = KindType(Whole(1, 256))
    return click.option("-j", "--jobs", type=kind, default=1, show_default=True, metavar="N", help=meaning)


def takes_options(options: Sequence[Adding]) -> Adding:
    """Give a command several options, which its help text lists in this order."""

    def taking(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return taking


SECONDS_OR_NONE: Final = KindType(Number(0, 1e6))
PACE: Final = KindType(Number(0, 30))
SEED: Final = KindType(SEED_KIND)
COUNT: Final = KindType(Whole(1, 10**9))
COUNT_OR_NONE: Final = KindType(Whole(0, 10**9))
DEPTH: Final = KindType(Whole(0, 200))
