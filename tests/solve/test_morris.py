"""Tables of morris: against other solvers, published counts and the rules; and what can go wrong with their files."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames import build
from boardgames.contest import play_game
from boardgames.core.protocol.clock import Clock
from boardgames.games.morris.table import solver
from boardgames.games.morris.table.counting import cells, positions
from boardgames.games.morris.table.layers import Board
from boardgames.games.morris.table.numbering import COUNTED, Part
from boardgames.games.morris.table.table import MorrisTable
from boardgames.players import Perfect
from boardgames.solve import action_losses, capacity, generic
from boardgames.solve.draft import Draft, unfinished
from boardgames.solve.table_file import TableFile, UnreadableTable
from boardgames.solve.tablebase import NoTablebase, NotInTablebase, Progress, table as table_of
from tests.command import Run
from tests.samples import cases

compiled = pytest.mark.skipif(build.kind() == "pure", reason="takes minutes uncompiled")
THREE: Any = bg.load("morris", preset="three")
CLASSIC: Any = bg.load("morris", preset="classic")
ENDING = "......B.B..B...W..W..W.. b 0 0 41"


# -- values ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "plies"),
    [
        pytest.param({}, 9, marks=pytest.mark.thorough),
        pytest.param({"flying": True}, None, marks=pytest.mark.thorough),
        pytest.param({"men": 4, "mill_wins": False, "full_board_draws": True}, 13, marks=pytest.mark.thorough),
        pytest.param({"men": 4, "mill_wins": False, "flying": True}, 15, marks=pytest.mark.thorough),
        pytest.param({"men": 4, "mill_wins": False, "early_moves": True}, 16, marks=pytest.mark.thorough),
    ],
)
def test_every_value_and_distance_is_the_generic_solvers(
    tmp_path: Path, options: dict[str, Any], plies: int | None
) -> None:
    """Three men's morris is won in nine plies; if the men fly, it is a draw."""
    game: Any = bg.load("morris", preset="three", turns=1_000, **options)
    table, solution = solver.solve(game, tmp_path / "table"), generic.solve(game.start())
    waiting, seen = [game.start()], {game.start().key}
    while waiting:
        state = waiting.pop()
        assert table.value(state) == solution.value(state), str(state)
        if state.turn != bg.OVER:
            assert table.plies(state) == solution.plies(state), str(state)
            for action in state.actions():
                after = state.apply(action)
                if after.key not in seen:
                    seen.add(after.key)
                    waiting.append(after)
    assert len(seen) == len(solution)
    assert table.plies(game.start()) == plies


def test_positions_are_counted_by_burnsides_lemma() -> None:
    """Where three men against three all fly, the squares may change places too, which makes 48 symmetries."""
    board = Board.of(CLASSIC)
    counted = [sum(positions(board, shape) for shape in layer) for layer in board.rules.layers(5)]
    assert sorted(counted) == sorted([169_626, 1_520_796, 3_225_597, 5_160_780, 20_620_992, 30_914_424])
    swapped = [tuple(8 * order[point // 8] + point % 8 for point in range(24)) for order in ((1, 0, 2), (0, 2, 1))]
    every = set(board.symmetries)
    while True:
        more = {tuple(image[point] for point in swap) for image in every for swap in swapped} | every
        if more == every:
            break
        every = more
    flying = Board(board.rules, board.size, board.lines, board.neighbours, tuple(sorted(every)))
    assert len(every) == 48
    assert positions(flying, (3, 3, 0, 0)) == 56_922
    assert sum(positions(board, s) for layer in board.rules.layers(9) for s in layer) == 8_904_593_601


@pytest.mark.parametrize("preset", ["three", pytest.param("six", marks=pytest.mark.thorough)])
def test_symmetric_positions_have_one_number(preset: str) -> None:
    board = Board.of(bg.load("morris", preset=preset))
    points = board.moves().points
    for own, other in ((2, 1), (2, 2), (1, 3)):
        part = Part(points, own, other)
        numbers: Counter[int] = Counter()
        for men in combinations(range(board.size), own):
            for others in combinations([point for point in range(board.size) if point not in men], other):
                found = part.find(sum(2**point for point in men), sum(2**point for point in others))
                numbers[int(found >> COUNTED)] += 1
                assert len(board.symmetries) % (found & 31) == 0
        assert len(numbers) == positions(board, (own, other, 0, 0))
        assert max(numbers) < part.size == cells(board, (own, other, 0, 0))


def test_values_of_random_games_are_the_best_of_what_follows(three: MorrisTable) -> None:
    """Three men's morris is won in nine plies."""
    assert three.plies(THREE.start()) == 9
    rng = Random(5)
    for _ in range(20):
        state = THREE.start()
        while state.outcome is None:
            assert three.signed(state) == best(three, state), str(state)
            state = state.apply(rng.choice(state.actions()))


def best(table: MorrisTable, state: Any) -> int:
    """The value of a position by those that follow it under the rules."""
    if state.outcome is not None:
        returns = state.outcome.returns[state.seat]
        return 0 if not returns else 1 if returns > 0 else -1
    after = [state.apply(action) for action in state.actions()]
    values = [best(table, each) if each.outcome is not None else table.signed(each) for each in after]
    if min(values) < 0:
        return 1 - max(value for value in values if value < 0)
    return 0 if 0 in values else -1 - max(values)


def test_a_loss_is_as_long_as_its_longest_exit(tmp_path: Path) -> None:
    """Men are removed in this game: a position may be lost by quiet moves early, and by a removal later."""
    game: Any = bg.load("morris", preset="three", men=4, mill_wins=False, full_board_draws=True)
    table = solver.solve(game, tmp_path / "table")
    shapes = [shape for layer in table.rules.layers() for shape in layer]
    rng = Random(3)
    for _ in range(1_500):
        own, other, own_stock, other_stock = rng.choice(shapes)
        points = rng.sample(range(9), own + other)
        sides = [sum(2**point for point in men) for men in (points[:own], points[own:])]
        state = game.position(rng.randrange(2), *sides, own_stock, other_stock)
        assert table.signed(state) == best(table, state), str(state)


@pytest.fixture(scope="module")
def classic_endings(tmp_path_factory: pytest.TempPathFactory) -> MorrisTable:
    """All that three or four men can come to on the classic board, solved once for all that look at it."""
    return solver.solve(CLASSIC, tmp_path_factory.mktemp("classic") / "table", men=4)


@compiled
@pytest.mark.thorough
@pytest.mark.parametrize(("preset", "men"), [("six", None), ("classic", 4), ("morabaraba", 4)])
def test_values_are_the_best_of_what_follows(preset: str, men: int | None, request: pytest.FixtureRequest) -> None:
    """A solver that fits all its neighbours everywhere is right; the rules list them."""
    game: Any = bg.load("morris", preset=preset)
    if preset == "classic":
        table = request.getfixturevalue("classic_endings")
    else:
        table = solver.solve(game, request.getfixturevalue("tmp_path") / "table", men=men)
    rng = Random(7)
    shapes = [shape for layer in table.rules.layers(men) for shape in layer]
    for _ in range(3_000):
        own, other, own_stock, other_stock = rng.choice(shapes)
        points = rng.sample(range(game.board.size), own + other)
        sides = [sum(2**point for point in men) for men in (points[:own], points[own:])]
        state = game.position(rng.randrange(2), *sides, own_stock, other_stock)
        assert table.signed(state) == best(table, state), str(state)


BY_PLIES = {
    (3, 3): {
        2: 66_472, 4: 33_775, 6: 16_651, 8: 6_619, 10: 4_770, 12: 2_561, 14: 3_808, 16: 2_506, 18: 1_185, 20: 776,
        22: 1_125, 24: 346, 26: 27, -3: 3_125, -5: 4_700, -7: 3_998, -9: 2_496, -11: 2_099, -13: 2_160, -15: 2_261,
        -17: 2_387, -19: 2_116, -21: 2_122, -23: 1_079, -25: 123, -27: 70, 0: 269,
    },
    (3, 4): {
        10: 1_395, 12: 1_699, 14: 2_527, 18: 2_562, 20: 10_303, 22: 5_298, 24: 7_290, 26: 38_855, 28: 28_200,
        30: 3_143, 32: 705, 34: 304, 0: 658_117,
    },
    (4, 3): {2: 75_397, -21: 89, -23: 13, -25: 3, -27: 2_437, -29: 439, -31: 81, -33: 33, 0: 681_906},
}  # fmt: skip
"""By the men of the side to act and of the other: positions by signed values, where symmetric ones count once.

All values were compared with Malom's database (test_oracles)."""


@compiled
@pytest.mark.thorough
def test_endings_of_three_and_four_have_the_values_of_others(classic_endings: MorrisTable) -> None:
    table = classic_endings
    for men, expected in BY_PLIES.items():
        place = table.place((*men, 0, 0))
        values = place.cells.section.values
        cells = place.cells.read()[place.begin : place.begin + int(place.part.size)]
        counted = {values[cell]: count for cell, count in Counter(cells).items()}
        counted[0] = positions(table.board, (*men, 0, 0)) - sum(count for value, count in counted.items() if value)
        assert counted == expected, men
    won_lost_drawn = {section.name: (section.won, section.lost, section.drawn) for section in table.sections}
    assert won_lost_drawn == {
        "3-3": (140_621, 28_736, 269),
        "4-3": (177_678, 3_095, 1_340_023),
        "4-4": (159, 29, 3_225_409),
    }


@compiled
@pytest.mark.thorough
def test_three_against_three_by_another_solver(classic_endings: MorrisTable) -> None:
    """All positions of Gasser's smallest endings, solved once more, ply by ply over whole arrays."""
    np = pytest.importorskip("numpy")
    lines = [{8 * r + c, 8 * r + c + 1, 8 * r + (c + 2) % 8} for r in range(3) for c in (0, 2, 4, 6)]
    lines += [{c, 8 + c, 16 + c} for c in (1, 3, 5, 7)]
    sets = [frozenset(men) for men in combinations(range(24), 3)]
    place = {men: number for number, men in enumerate(sets)}
    moved = [[men - {man} | {point} for man in sorted(men) for point in range(24) if point not in men] for men in sets]
    targets = np.array([[place[men] for men in row] for row in moved])
    closes = np.array([[men in lines for men in row] for row in moved])
    bits = np.array([sum(2**point for point in men) for men in sets])
    apart = (bits[:, None] & bits[None, :]) == 0
    apart_bits = np.packbits(apart, axis=1)
    ways = range(targets.shape[1])
    possible = [apart_bits & apart_bits[targets[:, way]] for way in ways]
    closed = np.zeros_like(apart_bits)
    for way in ways:
        closed[closes[:, way]] |= possible[way][closes[:, way]]
        possible[way][closes[:, way]] = 0
    value = np.where(np.unpackbits(closed, axis=1, count=len(sets)), 2, 0)  # the third man falls
    for plies in range(2, 30):
        lost_next = np.packbits(value.T < 0, axis=1)  # by the mover's men and the other's, for the other to act
        won_next = np.packbits(value.T > 0, axis=1)
        wins, saved = np.zeros_like(apart_bits), np.zeros_like(apart_bits)
        for way in ways:
            wins |= possible[way] & lost_next[targets[:, way]]
            saved |= possible[way] & ~won_next[targets[:, way]]
        open_ = apart & (value == 0)
        wins, saved = (np.unpackbits(packed, axis=1, count=len(sets)) == 1 for packed in (wins, saved))
        value[open_ & wins] = 1 + plies
        value[open_ & ~wins & ~saved] = -1 - plies
    counted = {1: int((value > 0).sum()), -1: int((value < 0).sum()), 0: int((apart & (value == 0)).sum())}
    assert counted == {1: 2_232_160, -1: 455_648, 0: 4_112}
    assert (value.max() - 1, value.min() + 1) == (25, -26)
    part = classic_endings.place((3, 3, 0, 0))
    smallest = {int(men) for men in part.part.orbits.first}  # these and all others are all that the table tells apart
    for own in (number for number, men in enumerate(bits.tolist()) if men in smallest):
        for other in np.flatnonzero(apart[own]).tolist():
            assert part.value(int(bits[own]), int(bits[other])) == value[own, other]


# -- files --------------------------------------------------------------------------------


class Killed(BaseException):
    pass


def test_what_is_solved_is_kept_and_continued(tmp_path: Path, three: MorrisTable) -> None:
    path, layers = tmp_path / "table", three.rules.layers()

    def stop(progress: Progress) -> None:
        if progress.done > 400:
            raise Killed

    with pytest.raises(Killed):
        solver.solve(THREE, path, report=stop)
    draft = Draft.at(unfinished(path))
    assert 0 < len(list(draft.parts())) < len(layers)
    reports: list[Progress] = []
    solver.solve(THREE, path, report=reports.append)
    assert 0 < reports[0].done < reports[-1].total == reports[-1].done
    assert path.read_bytes() == three.path.read_bytes()
    assert not draft.folder.exists()


@pytest.mark.thorough
def test_workers_make_the_same_file(tmp_path: Path, three: MorrisTable) -> None:
    made = solver.solve(THREE, tmp_path / "table", jobs=2)
    assert made.path.read_bytes() == three.path.read_bytes()


def test_an_executor_makes_the_same_file(tmp_path: Path, three: MorrisTable) -> None:
    """As a Dask cluster's does; here one of threads."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as executor:
        made = solver.solve(THREE, tmp_path / "table", executor=executor)
    assert made.path.read_bytes() == three.path.read_bytes()


def test_a_table_without_distances_has_the_same_values(
    tmp_path: Path, three: MorrisTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "WITH_PLIES", 0)
    values = solver.solve(THREE, tmp_path / "table")
    assert values.path.stat().st_size < three.path.stat().st_size
    files = [TableFile(three.path), TableFile(values.path)]
    for order in (files, files[::-1]):  # of two tables the one with plies counts
        assert MorrisTable(tmp_path, three.board, order).plies(THREE.start()) == 9
    rng = Random(3)
    for _ in range(20):
        state = THREE.start()
        while state.outcome is None:
            assert values.value(state) == three.value(state)
            assert values.plies(state) is None
            state = state.apply(rng.choice(state.actions()))


def test_a_table_is_read_where_it_is_asked(tmp_path: Path, three: MorrisTable) -> None:
    """The first move needs no block of the layers behind it, such as damaged ones."""
    data = bytearray(three.path.read_bytes())
    file = TableFile(three.path)
    first = len(data) - file.stored_size
    data[first] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    table = MorrisTable.of(TableFile(tmp_path / "damaged"))
    assert table.rate(THREE.start()) == three.rate(THREE.start())
    with pytest.raises(UnreadableTable, match="damaged"):
        table.value(THREE.parse("BB.W.BW.W b 0 0 7"))


def test_a_table_of_other_rules_is_not_overwritten(tmp_path: Path, three: MorrisTable) -> None:
    other: Any = bg.load("morris", preset="three", flying=True)
    copy = Path(shutil.copy(three.path, tmp_path / "table"))
    with pytest.raises(NoTablebase, match=r"is a table of morris:.*, of other rules"):
        solver.solve(other, copy)
    with pytest.raises(NotInTablebase, match="is not a table of this game"):
        three.value(other.start())
    (tmp_path / "diary.unfinished").mkdir()
    (tmp_path / "diary.unfinished" / "monday").write_text("rain")
    with pytest.raises(NoTablebase, match="not an unfinished table of morris: move it away"):
        solver.solve(THREE, tmp_path / "diary")


def test_little_disk_and_memory_are_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "kind", lambda: "compiled")
    usage: Any = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**9))
    with pytest.raises(NoTablebase, match=r"needs .* GB, and the disk of .* make room, or say --out FILE on another"):
        solver.solve(CLASSIC, tmp_path / "table", men=9)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**12))
    monkeypatch.setattr(capacity, "free_memory", lambda: 10**9)
    with pytest.raises(NoTablebase, match=r"1.0 GB are free: close other programs, take fewer workers than 2, or"):
        solver.solve(CLASSIC, tmp_path / "table", jobs=2, men=9)
    assert list(tmp_path.iterdir()) == []


# -- the commands and the player ----------------------------------------------------------


@cases(
    ("arguments", "told"),
    [
        (["morris:preset=arena", "--men", "4"], "a mill that was filled before removes nobody (mill_memory)"),
        (["morris:preset=classic,turns=20", "--men", "4"], "the game ends after 20 turns"),
        (["morris:preset=six", "--men", "7"], "endings are of 3 to 6 men of each side by these rules, not 7"),
        (["ur", "--men", "4"], "--men: the solver of ur has no such option"),
        (["minishogi", "--men", "4"], "--men: minishogi is solved in memory here (it has no solver of its own)"),
        (["morris:preset=three", "--executor", "there", "--out", "x"], "--executor: an executor is written dask://"),
    ],
)
def test_what_cannot_be_solved(run: Run, arguments: list[str], told: str) -> None:
    result = run("solve", *arguments)
    assert result.returncode == 2
    assert told in result.stderr


def test_solve_and_advise(run: Run, cache: Path) -> None:
    result = run("solve", "morris:preset=three")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        f"table {cache / 'morris-three.table'} (0.0 MB)",
        "3-3 positions 228: won 120, lost 63, drawn 45, longest 10 plies",
        "start 1.00000000000000",
    ]
    assert "To solve: 564 positions: about 0 MB of disk" in result.stderr
    rows = run("advise", "morris:preset=three").stdout.splitlines()
    assert rows[0] == "b2\t100.0000 %\t+0.0000 %"
    assert rows[-1].endswith("\t-100.0000 %")


def test_perfect_wins_three_mens_morris_in_nine_plies() -> None:
    assert len(play_game("morris:preset=three", "perfect", "random", seed=2).actions) <= 9
    record = play_game("morris:preset=three", "perfect", "perfect")
    assert len(record.actions) == 9
    assert not any(action_losses(record.playthrough(), table_of(THREE)))


def test_where_a_table_ends_a_search_goes_on_with_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of three plies reaches the endings of three men, and takes their values."""
    monkeypatch.setattr("boardgames.players.perfect.NODES", 300)
    monkeypatch.setattr(solver, "AT_ONCE", {"compiled": 0, "pure": 0})
    six: Any = bg.load("morris", preset="six", men=3)
    table = solver.solve(six, men=3)
    result = run("advise", "morris:preset=six,men=3")
    assert result.returncode == 0, result.stderr
    assert "in stock: so these are not exact, but from a search with the table at its leaves" in result.stderr
    assert len(result.stdout.splitlines()) == 16
    state, rng = six.start(), Random(1)
    while state.own_stock + state.other_stock > 1:
        state = state.apply(rng.choice(state.actions()))
    after = {action: state.apply(action) for action in state.actions()}
    values = {action: 1.0 - table.value(next_state) for action, next_state in after.items()}
    best_action, value = Perfect().rate(state, Clock())[0]
    assert values[best_action] == max(values.values())
    assert value == pytest.approx(2.0 * values[best_action] - 1.0, abs=0.05)


class EveryAction:
    """A tablebase in which all actions are worth the same; ``far`` are the plies to the end."""

    def __init__(self, chance: float, far: int | None) -> None:
        self.chance, self.far = chance, far

    def value(self, state: bg.State) -> float:
        return self.chance

    def rate(self, state: bg.State) -> dict[Any, float]:
        return dict.fromkeys(state.actions(), self.chance)

    def plies(self, state: bg.State) -> int | None:
        return self.far


@cases(("chance", "far", "takes"), [(0.5, None, True), (1.0, None, True), (1.0, 7, False)])
def test_between_equals_a_search_chooses_unless_plies_tell_them_apart(
    chance: float, far: int | None, takes: bool
) -> None:
    """At the limit of turns men are counted, so a draw is better held with more of them."""
    state: Any = CLASSIC.parse(".WWW.WB.......BW...B.B.B b 0 0 41")
    perfect = Perfect()
    perfect.table = EveryAction(chance, far)
    assert [bool(action.removed) for action in state.actions()].index(True) > 0
    assert bool(perfect.choose(state, Clock()).removed) is takes
