"""The table of Dobutsu Shogi: against the rules, another solver and published values; and what can go wrong."""

from __future__ import annotations

import shutil
from array import array
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames import build
from boardgames.contest import play_game
from boardgames.games.dobutsu.table import solver
from boardgames.games.dobutsu.table.moves import Moves
from boardgames.games.dobutsu.table.numbering import Numbering
from boardgames.games.dobutsu.table.places import (
    ABSENT,
    CELLS,
    COLUMNS,
    OTHER,
    OWN_HAND,
    OWN_PROMOTED,
    mirrored,
    places_of,
)
from boardgames.games.dobutsu.table.table import DobutsuTable, key_of_state
from boardgames.solve import action_losses, capacity, generic, making
from boardgames.solve.draft import Draft
from boardgames.solve.tablebase import NoTablebase, NotInTablebase, Progress
from tests.command import Run

compiled = pytest.mark.skipif(build.kind() == "pure", reason="takes hours uncompiled")
GAME: Any = bg.load("dobutsu")
ALL_MEN = (2, 2, 2)
ONE_CHICK = (0, 0, 1)
HEAD = solver.job_of(ONE_CHICK).head
CHICK_IN_HAND = "2l/3/3/L2 b C 1"


def solve_men(men: Any, path: Path, jobs: int = 1, report: making.Report | None = None) -> DobutsuTable:
    return DobutsuTable(making.make_table(solver.job_of(men), path, jobs, report))


@pytest.fixture(scope="module")
def numbering() -> Numbering:
    return Numbering(ALL_MEN)


def state_of(key: int) -> Any:
    """The position of a key, with Black to move."""
    *men, own_lion, other_lion = places_of(key)
    board = {own_lion: "L", other_lion: "l"}
    hands = ["", ""]
    for letter, place in zip("GGEECC", men, strict=True):
        if OWN_HAND <= place < ABSENT:
            hands[place - OWN_HAND] += letter if place == OWN_HAND else letter.lower()
        elif place != ABSENT:
            promoted = "+" if place // CELLS * CELLS % OTHER == OWN_PROMOTED else ""
            board[place % CELLS] = promoted + (letter if place < OTHER else letter.lower())
    rows = ["".join(board.get(row + file, "1") for file in (2, 1, 0)) for row in range(0, CELLS, COLUMNS)]
    text = "/".join(rows).replace("111", "3").replace("11", "2")
    held = "".join(f"{count if count > 1 else ''}{letter}" for letter, count in Counter("".join(hands)).items())
    return GAME.parse_composed(f"{text} b {held or '-'} 1")


def alike(key: int) -> tuple[int, ...]:
    """A key without the order of men that are alike."""
    first, second, third, fourth, fifth, sixth, *lions = places_of(key)
    return (*sorted((first, second)), *sorted((third, fourth)), *sorted((fifth, sixth)), *lions)


def made(moves: Moves) -> list[int]:
    return [int(moves.keys[nth]) for nth in range(int(moves.count))]


def followers(moves: Moves, key: int) -> list[int]:
    moves.find_successors(key)
    return made(moves)


def best(table: DobutsuTable, state: Any) -> int:
    """The value of a position by those that follow it under the rules."""
    values = []
    for action in state.actions():
        after = state.apply(action)
        if after.outcome is None:
            values.append(table.signed(after))
        else:
            values.append(int(after.outcome.returns[after.seat]))
    if min(values) < 0:
        return 1 - max(value for value in values if value < 0)
    return 0 if 0 in values else -1 - max(values)


# -- numbers and moves ------------------------------------------------------------------------


def test_each_position_has_a_number(numbering: Numbering) -> None:
    """Tanaka (2009) counts 1,567,925,964 positions: all places of the lions, and mirror images apart."""
    assert 12 * 11 * int(numbering.width) == 1_567_925_964
    assert numbering.size == 249_442_767
    rng = Random(1)
    for men in (ALL_MEN, ONE_CHICK, (0, 2, 1)):
        each = Numbering(men)
        for _ in range(50):
            number = rng.randrange(each.size)
            key = int(each.key(number))
            assert each.number(key) == number
            in_middle = each.lions.symmetric[number // int(each.width)]
            assert (each.number(mirrored(key)) == number) or (in_middle and alike(key) != alike(mirrored(key)))


@pytest.mark.parametrize(
    "count", [30, pytest.param(150, marks=pytest.mark.thorough), pytest.param(20_000, marks=pytest.mark.slow)]
)
def test_moves_are_those_of_the_rules_and_lead_back(numbering: Numbering, count: int) -> None:
    assert alike(solver.START) == alike(key_of_state(GAME.start(), ALL_MEN))
    rng, moves = Random(2), Moves()
    tried = 0
    while tried < count:
        key = int(numbering.key(rng.randrange(numbering.size)))
        state = state_of(key)
        assert alike(key) == alike(key_of_state(state, ALL_MEN))
        after = [state.apply(action) for action in state.actions()]
        won = [each for each in after if each.outcome is not None and each.outcome.winner == 0]
        assert moves.wins_at_once(key) == bool(won), str(state)
        if won:
            continue
        tried += 1
        moves.find_successors(key)
        successors = made(moves)
        expected = Counter(alike(key_of_state(each, ALL_MEN)) for each in after)
        assert Counter(alike(each) for each in successors) == expected, str(state)
        for each in successors:
            if not moves.wins_at_once(each):
                moves.find_predecessors(each)
                assert Counter(alike(before) for before in made(moves))[alike(key)] == 1, str(state)
        moves.find_predecessors(key)
        for before in made(moves):
            moves.find_successors(before)
            assert alike(key) in {alike(each) for each in made(moves)}, str(state)


@compiled
@pytest.mark.slow
def test_reachable_positions_as_published(numbering: Numbering) -> None:
    """Tanaka (2009): 246,803,167 positions; in 99,485,568 no lion can be taken at once, and none stands across."""
    moves, seen = Moves(), bytearray(int(numbering.size))
    waiting: Any = [int(solver.START)]
    reached = 0
    while waiting:
        found = array("i")
        for key in waiting:
            if moves.attacked(key) & moves.bits[key >> 42]:
                continue
            number = numbering.number(key)
            if number >= 0 and numbering.lions.symmetric[number // numbering.width]:
                number = min(number, numbering.number(mirrored(key)))
            if number >= 0 and not seen[number]:
                seen[number] = 1
                found.append(int(number))
        reached += len(found)
        keys = (key for number in found for key in followers(moves, int(numbering.key(number))))
        waiting = keys if found else []
    assert reached == 99_485_568


# -- values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "men",
    [
        (0, 1, 0),
        pytest.param(ONE_CHICK, marks=pytest.mark.thorough),
        pytest.param((0, 2, 0), marks=pytest.mark.slow),
        pytest.param((0, 0, 2), marks=pytest.mark.slow),
        pytest.param((1, 0, 1), marks=pytest.mark.slow),
        pytest.param((0, 1, 1), marks=pytest.mark.slow),
    ],
)
def test_every_value_and_distance_is_the_generic_solvers(tmp_path: Path, men: tuple[int, int, int]) -> None:
    table = solve_men(men, tmp_path / "table")
    states = [state_of(int(table.numbering.key(number))) for number in range(int(table.numbering.size))]
    solution = generic.solve((state for state in states if state.turn != bg.OVER), most=10_000_000)
    for state in states:
        if state.turn != bg.OVER:
            assert (table.value(state), table.plies(state)) == (solution.value(state), solution.plies(state)), str(
                state
            )


@compiled
@pytest.mark.slow
def test_the_whole_game_as_published(tmp_path: Path) -> None:
    """Tanaka (2009): the second player wins in 78 plies, in 76 after the chick's capture; the longest win takes 173."""
    table = solver.solve(GAME, tmp_path / "table", report=lambda progress: None)
    start = GAME.start()
    assert (table.value(start), table.plies(start)) == (0.0, 78)
    after = {str(action): table.plies(start.apply(action)) for action in start.actions()}
    assert after == {"2c2b": 75, "1d1c": 77, "2d1c": 77, "2d3c": 77}
    assert table.section.longest == 173
    rng = Random(7)
    for _ in range(100_000):
        state = state_of(int(table.numbering.key(rng.randrange(table.numbering.size))))
        assert table.signed(state) == best(table, state), str(state)


def test_values_are_the_best_of_what_follows(one_chick: DobutsuTable) -> None:
    assert sum(count for _, count in one_chick.section.counts) == one_chick.numbering.size
    for number in range(0, int(one_chick.numbering.size), 7):
        state = state_of(int(one_chick.numbering.key(number)))
        assert one_chick.signed(state) == best(one_chick, state), str(state)


def test_a_game_that_is_over_and_other_games(one_chick: DobutsuTable) -> None:
    assert one_chick.value(GAME.parse("L2/3/3/3 w - 1")) == 0.0
    with pytest.raises(NotInTablebase, match="this one has 2 and 2, 2 and 2"):
        one_chick.value(GAME.start())
    with pytest.raises(NotInTablebase, match="the game ends after 300 plies"):
        one_chick.value(bg.load("dobutsu", max_plies=300).parse(CHICK_IN_HAND))
    with pytest.raises(NotInTablebase, match="the game is minishogi"):
        one_chick.rate(bg.load("minishogi").start())


# -- files --------------------------------------------------------------------------------------


class Killed(BaseException):
    pass


@pytest.mark.parametrize("share", [0.1, 0.6])
def test_what_is_solved_is_kept_and_continued(
    tmp_path: Path, one_chick: DobutsuTable, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "KEEP_EVERY", 0)

    def stop(progress: Progress) -> None:
        if progress.done > share * progress.total:
            raise Killed

    with pytest.raises(Killed):
        solve_men(ONE_CHICK, tmp_path / "table", report=stop)
    draft = Draft.begin(tmp_path / "table", HEAD)
    if share < 0.2:
        damaged = bytearray(draft.path_of("lions-00").read_bytes())
        damaged[-1] ^= 1
        draft.path_of("lions-00").write_bytes(damaged)  # as a bad disk would
        assert draft.whole("lions-00") is None and draft.whole("lions-01") is not None
    else:
        assert [file.path for file in draft.parts()] == [draft.path_of(solver.PLIES)]
    reports: list[Progress] = []
    solve_men(ONE_CHICK, tmp_path / "table", report=reports.append)
    assert 0 < reports[0].done < reports[-1].total == reports[-1].done
    assert (tmp_path / "table").read_bytes() == one_chick.path.read_bytes()
    assert not draft.folder.exists()


@pytest.mark.thorough
def test_workers_make_the_same_file(tmp_path: Path, one_chick: DobutsuTable) -> None:
    table = solve_men(ONE_CHICK, tmp_path / "table", jobs=2)
    assert table.path.read_bytes() == one_chick.path.read_bytes()


def test_what_does_not_fit_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "kind", lambda: "pure")
    with pytest.raises(NoTablebase, match="install boardgames where there is a C compiler"):
        solver.solve(GAME, tmp_path / "table")
    monkeypatch.setattr(build, "kind", lambda: "compiled")
    usage: Any = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**8))
    with pytest.raises(NoTablebase, match=r"needs 0.5 GB, and the disk of .* make room, or say --out FILE on another"):
        solver.solve(GAME, tmp_path / "table")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**12))
    monkeypatch.setattr(capacity, "free_memory", lambda: 10**8)
    with pytest.raises(NoTablebase, match=r"0.1 GB are free: close other programs, take fewer workers than 2, or"):
        solver.solve(GAME, tmp_path / "table", jobs=2)
    assert list(tmp_path.iterdir()) == []


# -- the commands and the player ------------------------------------------------------------------


def test_the_commands_use_the_table(run: Run, cache: Path, one_chick: DobutsuTable) -> None:
    missing = run("advise", "dobutsu")
    assert missing.returncode == 2 and "with: boardgames solve dobutsu" in missing.stderr
    perfect = f"perfect:table={one_chick.path}"
    told = run("advise", "dobutsu", "--position", CHICK_IN_HAND, "--by", perfect)
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) == 13
    other = run("advise", "dobutsu", "--position", "2l/3/3/L2 b G 1", "--by", perfect)
    assert other.returncode == 0, other.stderr  # a search with the table at its leaves
    cache.mkdir(parents=True)
    shutil.copy(one_chick.path, cache / "dobutsu.table")
    kept = run("solve", "dobutsu")
    assert kept.returncode == 2 and "dobutsu.table is a table of dobutsu, of other rules" in kept.stderr
    assert solver.details(one_chick)[0].startswith("positions 882: won at once ")


def test_perfect_gives_nothing_away(one_chick: DobutsuTable) -> None:
    record = play_game("dobutsu", f"perfect:table={one_chick.path}", "random", seed=1, start="l2/1c1/3/2L b - 1")
    assert not any(action_losses(record.playthrough(), one_chick)[::2])
