"""The ladder of an arena's results, and the files that it is written to."""

from __future__ import annotations

from csv import DictReader
from io import StringIO

from boardgames_arena import as_csv, as_html, as_text
from boardgames_arena.ladder import make_ladder


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


def test_a_bot_that_met_only_its_second_account_is_not_first() -> None:
    """Four that met each other; a strong second account that met them; and a bot that beat only that, 400 times."""
    names = dict(enumerate(["ann", "bob", "cid", "dan", "puppet", "evil"]))
    games = [(one, other, 1.0, None, 12) for one in range(4) for other in range(one + 1, 4)]
    games += [(other, one, 1.0, None, 4) for one in range(4) for other in range(one + 1, 4)]
    games += [(4, one, 1.0, None, 3) for one in range(4)] + [(0, 4, 1.0, None, 1), (5, 4, 1.0, None, 400)]
    ladder = make_ladder("ur", names, games)
    last = ladder.standings[-1]
    assert (last.name, last.opponents, last.doubtful) == ("evil", 1, True)
    assert last.certain > ladder.standings[0].certain, "its rating alone would make it the first"
    certain = [bot.certain for bot in ladder.standings[:-1]]
    assert certain == sorted(certain, reverse=True) and not any(bot.doubtful for bot in ladder.standings[:-1])
    (row,) = (row for row in DictReader(StringIO(as_csv([ladder]))) if row["name"] == "evil")
    assert (row["opponents"], row["doubtful"]) == ("1", "True")
    assert "False" not in as_html([ladder]) and f">{row['rating']}?<" in as_html([ladder])
    for page in (as_text([ladder]), as_html([ladder])):
        assert "fewer than 3 different bots" in page


def test_two_bots_alone_are_not_doubtful() -> None:
    ladder = make_ladder("ur", {1: "ann", 2: "bob"}, [(1, 2, 1.0, None, 3), (2, 1, 1.0, None, 1)])
    assert not any(bot.doubtful for bot in ladder.standings) and "different bots" not in as_text([ladder])


def test_the_surer_of_two_equal_ratings_is_first() -> None:
    names = {1: "aa", 2: "bb", 3: "cc"}
    few, many = ([(one, 3, score, None, times) for score in (0.0, 1.0)] for one, times in ((1, 2), (2, 50)))
    first, *_, last = make_ladder("ur", names, [*few, *many]).standings
    assert first.name != "aa" and last.name == "aa"
