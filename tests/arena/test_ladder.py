"""The ladder of an arena's results, and the files that it is written to."""

from __future__ import annotations

from csv import DictReader
from io import StringIO

from boardgames.arena import as_csv, as_html
from boardgames.arena.ladder import make_ladder


def test_equal_results_are_counted_once_for_each_game() -> None:
    """Results come in groups: first and second, the score, the seat at fault, the number of such games."""
    ladder = make_ladder("ur", {1: "ann", 2: "bob"}, [(1, 2, 1.0, 1, 3), (2, 1, 0.0, 0, 2), (2, 1, 1.0, None, 4)])
    assert {bot.name: (bot.games, bot.wins, bot.losses, bot.faults) for bot in ladder.standings} == {
        "ann": (9, 5, 4, 0),
        "bob": (9, 4, 5, 5),
    }


def test_no_bot_s_name_is_a_formula_or_markup() -> None:
    """A spreadsheet evaluates a cell that begins with ``=`` in its wide form too, or behind a blank."""
    names = {1: "\uff1d1+1", 2: " =1+1", 3: "<b>"}
    ladder = make_ladder("ur", names, [(1, 2, 1.0, None, 1), (2, 3, 1.0, None, 1)])
    assert {row["name"] for row in DictReader(StringIO(as_csv([ladder])))} == {"'\uff1d1+1", "' =1+1", "<b>"}
    assert "&lt;b&gt;" in as_html([ladder]) and "<b>" not in as_html([ladder])
