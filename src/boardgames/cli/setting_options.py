"""The types of options, and options of declared settings: both from :mod:`boardgames.core.settings`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from boardgames.core.settings import BadSetting, Kind, Setting, Switch, Text

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


class KindType(click.ParamType[Any]):
    """The values of a kind of setting, or of a setting in its unit of the command line."""

    def __init__(self, kind: Kind | Setting) -> None:
        self.kind = kind
        self.name = kind.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value  # a default, in Python's unit already
        try:
            return self.kind.read(value)
        except BadSetting as error:
            self.fail(str(error), param, ctx)


def setting_option(setting: Setting, *names: str, **changes: Any) -> Option:
    """The option of a setting.  ``names`` replace its flag, ``changes`` what click is given."""
    facts: dict[str, Any] = {
        "default": setting.default,
        "show_default": setting.show_default,
        "help": setting.help,
    }
    if isinstance(setting.kind, Switch):
        names = names or ((f"{setting.flag}/--no-{setting.flag[2:]}",) if setting.default else (setting.flag,))
        facts["is_flag"] = True
    else:
        names = names or (setting.flag,)
        choices = setting.kind.choices if isinstance(setting.kind, Text) else ()
        facts["type"] = click.Choice(choices) if choices else KindType(setting)
        facts["metavar"] = setting.metavar
    return click.option(*names, **{**facts, **changes})
