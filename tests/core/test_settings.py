"""Settings: declared once, read from text, TOML and Python."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from boardgames.core.model.options import BadOption, as_words, from_toml, offered, option, options_of
from boardgames.core.text.kinds import Kind, Number, OneOf, Switch, Whole
from boardgames.referee import Limits
from tests.samples import cases


@attrs.frozen(kw_only=True)
class Race:
    laps: int = option(3, "How many laps.", least=1, most=99, metavar="N")
    late: float = option(0.0, "Milliseconds too late.", least=0, most=1000, unit=0.001)
    load: int | None = option(None, "KiB.", kind=Number(1, 100), unit=1024)
    night: bool = option(False, "In the dark.")
    track: str = option("oval", "Which track.", choices=("oval", "eight"))
    secret: int = option(7, "In Python only.", least=0, offered=False)
    plain: dict[str, int] = attrs.field(factory=dict)


def test_a_field_says_all_that_a_user_may_know() -> None:
    laps = options_of(Race)["laps"]
    assert (laps.name, laps.flag, laps.facts.metavar, laps.default) == ("laps", "--laps", "N", 3)
    assert list(offered(Race)) == ["laps", "late", "load", "night", "track"]
    assert list(options_of(Race)) == [*offered(Race), "secret"]


def test_units_are_the_users_in_texts_and_files_and_pythons_in_python() -> None:
    _, late, load, *_ = options_of(Race).values()
    for milliseconds in range(1000):  # not a bit beside what a division gives
        assert late.read(str(milliseconds)) == late.given(milliseconds) == milliseconds / 1000
        assert late.read(late.show(milliseconds / 1000)) == milliseconds / 1000
    assert load.read("1.5") == 1536 and load.show(1536) == "1.5"


def test_words_of_the_command_line_are_those_that_differ() -> None:
    assert as_words(Race()) == []
    race = Race(laps=5, late=0.05, load=2048, night=True, track="eight", secret=8, plain={"a": 1})
    assert as_words(race, {"track"}) == ["--laps", "5", "--late", "50", "--load", "2", "--night"]


def test_a_table_of_a_file_becomes_arguments() -> None:
    table = {"laps": 4, "late": 50, "load": 2, "night": True, "track": "eight"}
    assert Race(**from_toml(Race, table)) == Race(laps=4, late=0.05, load=2048, night=True, track="eight")


@cases(
    ("table", "message"),
    [
        ({"lapses": 1}, "there is no setting 'lapses'; there are: laps, late, load, night, track"),
        ({"secret": 1}, "there is no setting 'secret'"),
        ({"laps": 0}, "laps: expected a whole number from 1 to 99, not 0"),
        ({"laps": 2.5}, "laps: expected a whole number"),
        ({"laps": True}, "laps: expected a whole number from 1 to 99, not True"),
        ({"laps": "4"}, "laps: expected a whole number from 1 to 99, not '4'"),
        ({"late": float("nan")}, "late: expected a number from 0 to 1000, not nan"),
        ({"late": float("inf")}, "late: expected a number"),
        ({"load": [1]}, r"load: expected a number from 1 to 100, not \[1\]"),
        ({"night": 1}, "night: expected on or off, not 1"),
        ({"track": "square"}, "track: expected one of oval, eight, not 'square'"),
        ({"track": 8}, "track: expected one of oval, eight, not 8"),
    ],
)
def test_what_a_file_may_not_say(table: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        from_toml(Race, table)


@cases("kind", [Whole(1), Number(0, 1), Switch(), OneOf(("a",))])
@cases("text", ["", "x", "-1", "1e999", "\0"])
def test_odd_texts_are_refused(kind: Kind, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - who asked tells the rest
        kind.read(text)


def test_every_limit_can_be_written_and_read_again() -> None:
    limits = Limits(
        start_time=9.0,
        first_move_time=2.5,
        move_time=0.1,
        clock=(60.0, 0.5),
        grace=0.05,
        strikes=2,
        memory=64 * 2**20,
        processes=7,
        cpu_time=3.0,
        ponder=True,
    )
    words = as_words(limits)
    read = {}
    for each in offered(Limits).values():
        assert each.flag in words, "a limit without a value of its own in this test"
        text = "on" if each.is_switch else words[words.index(each.flag) + 1]
        read[each.name] = each.read(text)
    assert limits == Limits(**read)
    assert Limits(**from_toml(Limits, {"clock": [60, 0.5], "grace": 50})) == Limits(clock=(60.0, 0.5), grace=0.05)
    assert [offered(Limits)["clock"].read(text) for text in ("60+0+10", "60+1+0")] == [(60, 0, 10), (60, 1)]
    assert limits.enforced() == {"memory": 64 * 2**20, "processes": 7, "cpu_time": 3.0}


@cases("text", ["x", "0", "60+x", "60+-1", "nan", "1e9", "1+2+3+4"])
def test_texts_that_are_no_clock(text: str) -> None:
    with pytest.raises(BadOption, match=r"BASE|base"):
        offered(Limits)["clock"].read(text)
