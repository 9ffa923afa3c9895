"""Options of commands, declared once as fields of an attrs class, and the help pages that show them by sections."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
import click
from click.core import ParameterSource

from boardgames.cli.old_spellings import respelled
from boardgames.core.model.options import BadOption, Declared, Option, offered, option, options_of
from boardgames.core.text.kinds import SEED as SEED_KIND, Kind, OneOf, OrNone, Several, Whole, refusal

Function = TypeVar("Function", bound=Callable[..., Any])

OUTPUT: Final = "Output"
LIMITS: Final = "Limits"
MORE: Final = "More options"
SECTIONS: Final = {"": "Options", OUTPUT: OUTPUT, LIMITS: LIMITS, MORE: MORE}
"""The sections of a help page in their order, with their headings."""
HIDDEN: Final = {LIMITS: "the limits", MORE: "the rest"}
"""Those that ``--help-all`` shows, in words."""
SHOWS_ALL, TAKEN = "boardgames.help-all", "boardgames.taken"  # in the context of a command

FILE: Final = click.Path(path_type=Path)
FILE_OR_DASH: Final = click.Path(path_type=Path, allow_dash=True)
COUNT: Final = Whole(1, 10**9)
COUNT_OR_NONE: Final = Whole(0, 10**9)


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


class TextType(click.ParamType[Any]):
    """The values that a function reads from texts; its :class:`ValueError` is the user's mistake."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.read(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)


class PageOption(click.Option):
    """An option in a section of its command's help page."""

    def __init__(self, *arguments: Any, section: str = "", **facts: Any) -> None:
        super().__init__(*arguments, **facts)
        self.section = section


class Command(click.Command):
    """A command whose help page has sections; ``--help-all`` shows also the limits and what few people need."""

    def __init__(self, *arguments: Any, **facts: Any) -> None:
        super().__init__(*arguments, **facts)
        sections = {getattr(parameter, "section", "") for parameter in self.params}
        hidden = [words for section, words in HIDDEN.items() if section in sections]
        facts = {"is_flag": True, "is_eager": True, "expose_value": False, "callback": _show_all}
        meaning = f"Show {' and '.join(hidden)} too, and exit."
        self.params.append(PageOption(["--help-all"], help=meaning, hidden=not hidden, **facts))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Also by the old spellings."""
        name = ctx.command_path.removeprefix(ctx.find_root().command_path).strip()
        return super().parse_args(ctx, respelled(name, args))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by sections."""
        rows: dict[str, list[tuple[str, str]]] = {section: [] for section in SECTIONS}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(ctx)):
                rows[getattr(parameter, "section", "")].append(record)
        for section, heading in SECTIONS.items():
            if rows[section] and (section not in HIDDEN or ctx.meta.get(SHOWS_ALL)):
                with formatter.section(heading):
                    formatter.write_dl(rows[section])


def _show_all(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.meta[SHOWS_ALL] = True
        click.echo(context.get_help())
        context.exit()


def declared(options: type[Any], name: str, **changes: Any) -> Any:
    """A field as another class of options declares it under this name.

    ``options`` is that class; ``changes`` are facts that differ here.
    """
    base = options_of(options)[name]
    return Declared(attrs.evolve(base.facts, **{"kind": base.kind, **changes}))


def takes(
    options: type[Any], parameter: str = "options", without: Collection[str] = (), **changes: Mapping[str, Any]
) -> Callable[[Function], Function]:
    """Give a command the options of a class, as one argument of that class.

    A field of another class of options brings its options too.  One that is not an
    option is another parameter of the command, of the same name.  ``without`` names
    those that this command lacks, and ``changes`` are facts that differ for it, by the
    names of the fields.
    """
    own = [(name, declaration) for name, declaration in _all_options(options) if name not in without]

    def taking(command: Function) -> Function:
        @wraps(command)
        def gather(**values: Any) -> Any:
            value = _made(options, values)
            return command(**{parameter: value}, **values)

        gathered: Callable[..., Any] = gather
        for name, declaration in reversed(own):
            if name in changes:
                facts = attrs.evolve(declaration.facts, **changes[name])
                declaration = attrs.evolve(declaration, facts=facts, kind=changes[name].get("kind", declaration.kind))
            gathered = _adding(name, declaration)(gathered)
        return gathered  # type: ignore[return-value]

    return taking


def typed_values(options: Any) -> dict[str, Any]:
    """The values that the command line of this command has, and not only the defaults, by name.

    ``options`` is the object that has them.
    """
    context = click.get_current_context()
    names = context.meta[TAKEN][type(options)]
    typed = [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    return {name: getattr(options, name) for name in typed}


def _nested(options: type[Any]) -> dict[str, type[Any]]:
    """The classes of options that are fields of a class, by name."""
    factories = {field.name: getattr(field.default, "factory", None) for field in attrs.fields(options)}
    return {name: made for name, made in factories.items() if isinstance(made, type) and attrs.has(made)}


def _all_options(options: type[Any]) -> Iterator[tuple[str, Option]]:
    offers, nested, usual = offered(options), _nested(options), getattr(options, "SECTION", "")
    for field in attrs.fields(options):
        declaration = offers.get(field.name)
        if field.name in nested:
            yield from _all_options(nested[field.name])
        elif declaration is not None and declaration.facts.meaning:
            facts = attrs.evolve(declaration.facts, section=declaration.facts.section or usual)
            yield field.name, attrs.evolve(declaration, facts=facts)


def _made(options: type[Any], typed: dict[str, Any]) -> Any:
    """The object of a class, for which its values are taken out of ``typed``."""
    nested = {name: _made(cls, typed) for name, cls in _nested(options).items()}
    values = {field.name: typed.pop(field.name) for field in attrs.fields(options) if field.name in typed}
    click.get_current_context().meta.setdefault(TAKEN, {})[options] = [*values]
    return options(**nested, **values)


def _adding(name: str, option: Option) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Click's decorator for an option."""
    facts, kind, flag = option.facts, option.kind, option.flag
    own: dict[str, Any] = {"help": facts.meaning, "required": facts.required, "envvar": facts.environment}
    if option.is_switch:
        flag = f"{flag}/--no-{flag[2:]}" if option.default else flag
        own |= {"is_flag": True, "default": option.default}
    else:
        if isinstance(kind, OrNone) or (facts.repeated and isinstance(kind, Several)):
            kind = kind.kind
        if option.default is not None and not facts.repeated:
            own["default"] = option.default if isinstance(kind, click.ParamType) else option.show(option.default)
        if isinstance(kind, OneOf):
            own["type"] = click.Choice(kind.choices)
        else:
            own["type"] = kind if isinstance(kind, click.ParamType) else KindType(attrs.evolve(option, kind=kind))
        if facts.alone is not None:
            own |= {"is_flag": False, "flag_value": facts.alone}
        own |= {
            "multiple": facts.repeated,
            "metavar": facts.metavar or ("N" if isinstance(kind, Whole) else None),
            "show_default": facts.show_default and bool(option.default),
        }
    flags = (f"-{facts.short}", flag) if facts.short else (flag,)
    return click.option(*flags, name, cls=PageOption, section=facts.section, **own)


def file_option(meaning: str, section: str = "", **facts: Any) -> Any:
    """A field with the name of a file.

    ``meaning`` is its help, ``section`` that of the help page; ``facts`` are others of the declaration.
    """
    return option(None, meaning, **{"kind": FILE, "metavar": "FILE", "section": section, **facts})


JSON: Final = option(False, "Print one JSON object.", section=OUTPUT)


def jobs_option(meaning: str, **facts: Any) -> Any:
    """A field with the number of worker processes.

    ``meaning`` is its help; ``facts`` are others of the declaration.
    """
    return option(1, meaning, **{"kind": Whole(1, 256), "short": "j", **facts})


def seed_option(meaning: str, default: int | None = None) -> Any:
    """A field with the seed of random choices.

    ``meaning`` is its help, ``default`` the usual one.
    """
    return option(default, meaning, kind=SEED_KIND, section=MORE)
