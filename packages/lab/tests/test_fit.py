"""A fit foretells results, gives the same again, goes on where it was stopped, and refuses what is not its own."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from boardgames_lab.fitting import BadWorkFolder, FitSettings, Games, Progress, fit, fitted, work_folder
from boardgames_lab.fitting.fitted import fit_folder, play_games
from boardgames_lab.fitting.self_play import Sample, is_quiet, play_samples, values_with_later
from boardgames_lab.fitting.teacher_play import aside, teacher_samples
from boardgames_lab.fitting.work_folder import WorkFolder

import boardgames as bg
from boardgames.analysis import Evaluation, JudgeEffort, NoScore, judge_of
from boardgames.learning.judgement_file import BadJudgementFile, Judgement, read_judgement
from boardgames.players import Alphabeta, Effort
from boardgames.processes.workers import WorkerDied
from tests.command import Run
from tests.samples import cases

ROOT = Path(__file__).parents[3]


def filled(path: Path, game: str = "minishogi", plies: int = 30) -> WorkFolder:
    """A folder with one block of positions of random play, in which Black always wins with more rooks in hand."""
    folder = WorkFolder(path, Games(game, 50, 5, 3))
    folder.open()
    lines = []
    for number in range(40):
        rng, state = Random(number), bg.load(game).start()
        for _ in range(plies):
            actions = state.actions()
            if not actions:
                break
            state = state.apply(rng.choice(actions))
            lead = str(state).split()[2].count("R") - str(state).split()[2].count("r")
            lines.append(f"{Sample(str(state), 0.0, lead if state.seat == 0 else -lead)}\n")
    folder.block_file(0).write_text("".join(lines))
    return folder


def test_the_loss_falls_and_the_same_games_give_the_same_weights(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    losses: list[Progress] = []
    one = fit_folder(folder, FitSettings(passes=3), losses.append)
    two = fit_folder(folder, FitSettings(passes=3), losses.append)
    assert losses[3].loss < losses[0].loss
    assert list(one.weights) == list(two.weights)
    assert (one.game, one.made["passes"], one.made["seed"]) == ("minishogi", 3, 3)


def test_python_fits_as_the_command_does(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_folder, "BLOCK", 10)  # games, rather than fifty
    games, settings = Games("gorogoro", games=10, nodes=2), FitSettings(passes=2)
    blocks: list[tuple[int, int]] = []
    losses: list[Progress] = []
    judgement = fit(
        games, tmp_path / "work", settings, on_block=lambda done, of: blocks.append((done, of)), on_pass=losses.append
    )
    assert blocks == [(0, 1), (1, 1)]
    assert [progress.passes for progress in losses] == [0, 1, 2]
    out = tmp_path / "mine"
    assert run("fit", "gorogoro", "--out", str(out), "--games", "10", "--nodes", "2", "--passes", "2").returncode == 0
    assert out.read_bytes() == judgement.write()


def test_a_few_positions_have_a_loss_too(tmp_path: Path) -> None:
    folder = WorkFolder(tmp_path, Games("morris", 50, 5, 1))
    folder.open()
    folder.block_file(0).write_text(f"{Sample(str(bg.load('morris').start()), 0.5, 1)}\n" * 3)
    losses: list[Progress] = []
    fit_folder(folder, FitSettings(passes=2), losses.append)
    assert losses[0].loss > losses[2].loss > 0


def test_a_game_that_says_nothing_of_itself_is_judged_by_its_observation(tmp_path: Path) -> None:
    folder = WorkFolder(tmp_path, Games("morris:preset=three", 50, 5, 1))
    folder.open()
    state = bg.load("morris:preset=three").start()
    folder.block_file(0).write_text("".join(f"{Sample(str(state), 0.5, 1)}\n" for _ in range(30)))
    judgement = fit_folder(folder, FitSettings(passes=5), lambda progress: None)
    file = tmp_path / "morris.judgement"
    file.write_bytes(judgement.write())
    from boardgames.players.judgement import judgement_of, learned_hints

    spec = bg.find("morris")
    read = judgement_of(spec, str(file))
    assert read is not None and read.features.startswith("observation")
    assert learned_hints(spec, state.game).evaluate(state.game, read)(state, 0) > 0.0


def test_samples_are_quiet_positions_of_a_seeded_game() -> None:
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    samples = list(play_samples(spec, game, Games("gorogoro", nodes=3), 2))
    assert samples
    assert samples == list(play_samples(spec, game, Games("gorogoro", nodes=3), 2))
    assert all(Sample.read(str(sample)).text == sample.text for sample in samples)
    assert {abs(sample.result) for sample in samples} <= {0.0, 1.0}


def test_a_teacher_values_the_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_folder, "BLOCK", 2)
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    games = Games("gorogoro", games=2, nodes=3, by="alphabeta:nodes=30", later=0.0)
    plain = [sample for number in range(2) for sample in play_samples(spec, game, Games("gorogoro", nodes=3), number)]
    taught = [Sample.read(line) for line in work_folder.play_block(games, 0).splitlines()]
    assert [(sample.text, sample.result) for sample in taught] == [(sample.text, sample.result) for sample in plain]
    assert [sample.value for sample in taught] != [sample.value for sample in plain]
    with closing(judge_of("alphabeta:nodes=30", game.start(), JudgeEffort())) as judge:
        for sample in taught[:3]:
            state = game.parse(sample.text)
            chance = judge.judge(bg.Playthrough(state), 0).chance
            assert abs(sample.value) == pytest.approx(abs(2 * chance - 1), abs=0.3)
    assert (sum(sample.value * other.value for sample, other in zip(taught, plain, strict=True))) > 0
    folder = WorkFolder(tmp_path, games)
    folder.open()
    folder.open()
    with pytest.raises(BadWorkFolder, match="another fit"):
        WorkFolder(tmp_path, attrs.evolve(games, by_nodes=7)).open()


def test_an_engine_may_be_the_teacher() -> None:
    """It is asked about each quiet position, after the moves that led there."""
    spec, game = bg.find("minishogi"), bg.load("minishogi")
    engine = f"usi:{shlex.quote(sys.executable)} -m boardgames bot minishogi alphabeta:nodes=20 --protocol usi"
    games = Games("minishogi", nodes=3, by=engine, by_time=5.0)
    teacher = games.teacher(game.start())
    assert teacher is not None
    with closing(teacher):
        samples = list(islice(play_samples(spec, game, games, 1, teacher), 5))
    assert len(samples) == 5 and any(sample.value for sample in samples)


def test_a_teacher_may_play_the_games() -> None:
    """Then its own games are valued, and lines beside them that begin with actions it would not choose."""
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    games = Games("gorogoro", by="alphabeta:nodes=30", by_plays=True, exploration=0.0, later=0.9)
    lines = []
    for asides in (0.0, 1.0):
        teacher = games.teacher(game.start())
        assert teacher is not None
        with closing(teacher):
            settings = attrs.evolve(games, asides=asides)
            lines.append(list(teacher_samples(spec, game, settings, 1, teacher)))
            assert [sample.text for sample in lines[-1]] == [
                sample.text for sample in teacher_samples(spec, game, settings, 1, teacher)
            ]
    alone, both = lines
    plies = [int(sample.text.split()[-1]) for sample in both]
    assert plies != sorted(plies) and len(both) > 2 * len(alone)
    assert all(sample.result in (-1.0, 0.0, 1.0) for sample in both)
    for sample in both:
        state: Any = game.parse(sample.text)
        assert state.actions() and not state.in_check()


def test_a_line_ends_where_the_teacher_has_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    games = Games("gorogoro", by="alphabeta:nodes=30", by_plays=True, asides=1.0)
    teacher = games.teacher(game.start())
    assert teacher is not None
    judge = teacher.judge

    def silent(playthrough: bg.Playthrough, ply: int) -> Evaluation:
        if ply > 14:
            raise NoScore("the judge sent no score")
        return judge(playthrough, ply)

    monkeypatch.setattr(teacher, "judge", silent)
    with closing(teacher):
        samples = list(teacher_samples(spec, game, games, 1, teacher))
    assert max(int(sample.text.split()[-1]) for sample in samples) in (14, 15)


def test_a_line_beside_a_game_leaves_it() -> None:
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    teacher = Games("gorogoro", by="alphabeta:nodes=30").teacher(game.start())
    assert teacher is not None
    playthrough = bg.Playthrough(game.start())
    with closing(teacher):
        line = aside(teacher, Alphabeta(spec, Effort(nodes=1), Random(1)), playthrough, Random(1))
    assert playthrough.plies == 0
    first: Any = line[0].state
    assert len(line) == 4 and first.ply in (2, 3)


@cases(
    ("game", "options", "message"),
    [
        ("gorogoro", ["--by-plays"], "--by-plays needs a teacher: name one with --by PLAYER"),
        ("gorogoro", ["--by", "greedy", "--asides", "0.5"], "--asides are lines beside the games of a teacher"),
        ("dice-shogi", ["--by", "alphabeta:nodes=9", "--by-plays"], "--by-plays is for games without dice"),
    ],
)
def test_games_that_no_teacher_plays(game: str, options: list[str], message: str, run: Run, tmp_path: Path) -> None:
    result = run("fit", game, "--out", str(tmp_path / "mine"), "--games", "1", *options)
    assert result.returncode == 2 and message in result.stderr, result.stderr


@pytest.mark.parametrize("teacher", ["human", "greedily", "random"])
def test_who_cannot_judge_is_no_teacher(teacher: str, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    result = run("fit", "gorogoro", "--out", str(out), "--games", "1", "--by", teacher)
    assert result.returncode == 2 and "--by: " in result.stderr, result.stderr


def test_later_values_and_the_result_count_in_a_game() -> None:
    assert values_with_later([(3, 0.5), (4, -0.25)], -1.0, 0.0) == [0.5, -0.25]
    assert values_with_later([(3, 0.5), (4, -0.25)], -1.0, 1.0) == [-1.0, -1.0]
    assert values_with_later([(3, 0.0), (5, 1.0)], 1.0, 0.5) == [0.25, 1.0]  # two plies later: a quarter
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")
    usual, later = [list(play_samples(spec, game, Games("gorogoro", nodes=3, later=share), 2)) for share in (0.0, 1.0)]
    assert [sample.text for sample in later] == [sample.text for sample in usual]
    assert [sample.value for sample in later] == [sample.result for sample in usual] != []


def test_games_are_played_as_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_folder, "BLOCK", 5)  # games, rather than fifty
    spec, game = bg.find("gorogoro"), bg.load("gorogoro")

    def played(**settings: Any) -> list[Sample]:
        return list(play_samples(spec, game, Games("gorogoro", nodes=10, **settings), 2))

    plain = played(exploration=0.0)
    assert plain != played(exploration=0.5)
    asked = Games("gorogoro", 5, 3, 1, exploration=0.5, later=0.5)
    folder = WorkFolder(tmp_path, asked)
    folder.open()
    folder.write(0, work_folder.play_block(asked, 0))
    samples = [sample for number in range(5) for sample in play_samples(spec, game, asked, number)]
    assert [str(sample) for sample in folder.samples()] == [str(sample) for sample in samples]
    made = fit_folder(folder, FitSettings(passes=1), lambda progress: None).made
    assert (made["exploration"], made["later"]) == (0.5, 0.5)
    with pytest.raises(BadWorkFolder, match="another fit"):
        WorkFolder(tmp_path, Games("gorogoro", 5, 3, 1)).open()


def test_a_folder_of_a_version_that_had_other_settings_is_refused(tmp_path: Path) -> None:
    folder = WorkFolder(tmp_path, Games("gorogoro", 5, 3, 1))
    folder.open()
    settings = tmp_path / work_folder.SETTINGS
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "selective": False}))
    with pytest.raises(BadWorkFolder, match=r"another fit .*'selective': False.*: name another folder"):
        folder.open()


@pytest.mark.parametrize(
    ("name", "position", "action", "quiet"),
    [
        ("shogi", "4k4/9/9/2p1r4/9/9/9/4R4/4K4 b - 1", "5h5d", False),  # wins a rook
        ("shogi", "4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", True),  # loses one for a pawn
        ("shogi", "4k4/9/4p4/9/9/9/9/4R4/4K4 b - 1", "5h5g", True),
        ("shogi", "4k4/9/9/4r4/9/9/9/9/4K4 b - 1", "5i4i", False),  # parries a check
        ("shogi:impasse=27-point", "4k4/9/9/9/9/9/9/9/4K4 b RBG 1", "win", True),  # a declaration is no move
        ("dice-shogi", "4k/5/5/2r2/K1R2 b - 1 6", "3e3d", True),
        ("morris:preset=classic", "WW......B.BB............ b 6 6 6", "a1", True),
    ],
)
def test_an_action_is_quiet_where_it_wins_nothing_at_once_and_parries_no_threat(
    name: str, position: str, action: str, quiet: bool
) -> None:
    spec, state = bg.find(name.partition(":")[0]), bg.load(name).parse(position)
    place = [str(each) for each in state.actions()].index(action)
    assert is_quiet(Alphabeta(spec, Effort(nodes=5), Random(1)), state, place) is quiet


def test_a_folder_of_other_rules_or_of_another_judgement_by_the_same_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.judgement"
    file.write_bytes(Judgement("morris", "f", [1]).write())
    folder = WorkFolder(tmp_path / "work", Games("morris", 50, 5, 1, judgement=str(file)))
    folder.open()
    folder.open()
    file.write_bytes(Judgement("morris", "f", [2]).write())
    with pytest.raises(BadWorkFolder, match="another fit"):
        folder.open()
    file.write_bytes(Judgement("morris", "f", [1]).write())
    with monkeypatch.context() as patch:
        patch.setattr(work_folder, "rules_digest", lambda game: "mended")
        with pytest.raises(BadWorkFolder, match="another fit"):
            folder.open()


def test_a_folder_of_another_fit_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(BadWorkFolder, match="another fit"):
        WorkFolder(tmp_path, Games("shogi", 50, 5, 3)).open()
    WorkFolder(tmp_path, Games("minishogi", 500, 5, 3)).open()  # more games of the same are welcome


def test_a_damaged_block_is_named(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    folder.block_file(0).write_text("0.1 1 5/5/5/5/5 b - 1\nhalf a li")
    with pytest.raises(BadWorkFolder, match="line 2: no sample"):
        list(folder.samples())


def test_a_judgement_is_written_and_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(Judgement("ur", "some", [1, -2, 40_000], 7.5, {"seed": 1}).write())
    read = read_judgement(file)
    assert (read.game, read.features, list(read.weights)) == ("ur", "some", [1, -2, 32_767])
    assert (read.scale, read.made) == (7.5, {"seed": 1})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: b"", "holds no judgement"),
        (lambda data: b"PNG" + data, "holds no judgement"),
        (lambda data: data[:-1], "is damaged"),
        (lambda data: data[:-2] + b"xx", "is damaged"),
        (lambda data: data.replace(b'"weights"', b'"waits"'), "is damaged"),
        (lambda data: data.replace(b"{", b"[", 1), "is damaged"),
        (lambda data: data.replace(b'{"game', b"[" * 100_000 + b'{"game', 1), "is damaged"),
        (
            lambda data: data.replace(b'"weights": ', b'"weights": 1e', 1).replace(b'"scale": ', b'"scale": 1e', 1),
            "is damaged",
        ),
    ],
)
def test_a_damaged_file_is_told_in_a_sentence(change, said: str, tmp_path: Path, run: Run) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "file"
    file.write_bytes(change(Judgement("minishogi", "some", [1, 2]).write()))
    with pytest.raises(BadJudgementFile, match=said):
        read_judgement(file)
    ended = run("play", "minishogi", "--p1", f"alphabeta:nodes=9,judgement={file}", "--p2", "random", "--seed", "1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


@pytest.mark.parametrize(
    ("game", "judgement", "said"),
    [
        ("shogi", "src/boardgames/games/minishogi/judgement.bin", "a judgement of minishogi, not of shogi"),
        ("checkshogi", "learned", "no learned judgement comes with"),
        ("ur", "nowhere", "the file cannot be read"),
    ],
)
def test_a_foreign_judgement_is_refused(game: str, judgement: str, said: str, run: Run) -> None:
    name = str(ROOT / judgement) if "/" in judgement else judgement
    ended = run("play", game, "--p1", f"alphabeta:nodes=9,judgement={name}", "--p2", "random", "--seed", "1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


def test_the_command_fits_plays_on_and_refuses(tmp_path: Path, run: Run) -> None:
    folder = filled(tmp_path / "mine.games")
    words = ("fit", "minishogi", "--out", str(tmp_path / "mine"), "--games", "50", "--nodes", "5", "--seed", "3")
    first = run(*words, "--passes", "2")
    assert first.returncode == 0, first.stderr
    assert "pass 2 of 2" in first.stderr
    assert read_judgement(tmp_path / "mine").made["games"] == folder.games.games
    ended = run(*words[:-1], "4")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "another fit" in ended.stderr
    unwritable = run("fit", "minishogi", "--out", str(tmp_path / "no" / "where"), "--games", "50")
    assert (unwritable.returncode, unwritable.stdout) == (2, "") and ".part" not in unwritable.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["minishogi", "--judgement", "nowhere"], "--judgement=nowhere: the file cannot be read"),
        (["judkins", "--judgement", "learned"], "--judgement=learned: no learned judgement comes with"),
        (["judkins", "--judgement", "pairs"], "--judgement=pairs: the learned judgement weighs pairs, too"),
    ],
)
def test_a_fit_that_cannot_be_is_refused_at_once(words: list[str], said: str, tmp_path: Path, run: Run) -> None:
    ended = run("fit", *words, "--out", str(tmp_path / "mine"))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_first_games_of_a_seed_are_the_same_again(tmp_path: Path) -> None:
    """They are played in another order."""
    folders = [WorkFolder(tmp_path / str(number), Games("gorogoro", 100, 3, 1)) for number in (1, 2)]
    for folder, blocks in zip(folders, ([0, 1], [1, 0]), strict=True):
        folder.open()
        for block in blocks:
            folder.write(block, work_folder.play_block(folder.games, block))
    assert list(folders[0].samples()) == list(folders[1].samples())


def die(games: Games, block: int) -> str:
    """Ends the process that is to play a block."""
    os._exit(3)


@pytest.mark.thorough
def test_a_worker_that_dies_ends_the_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitted, "play_block", die)
    with pytest.raises(WorkerDied):
        play_games(WorkFolder(tmp_path, Games("ur", 100, 5, 3)), 2, lambda done, of: None)


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_also_when_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    games = Games("ur:tokens=3", 300, 5, 3)
    here, there = WorkFolder(tmp_path / "here", games), WorkFolder(tmp_path / "there", games)
    play_games(here, 1, lambda done, of: None)

    def kill_one(done: int, of: int) -> None:
        if done == 2:
            workers[0].kill()

    play_games(there, 1, kill_one, address)
    assert workers[0].wait(10) != 0
    assert list(there.samples()) == list(here.samples())


def test_an_executor_that_is_none_is_told(run: Run, tmp_path: Path) -> None:
    refused = run("fit", "ur", "--out", "x.judgement", "--executor", "ray://x")
    assert refused.returncode == 2 and refused.stderr.startswith("Error: --executor: ")


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ur:tokens=2", "ur:tokens=2,track=masters"])
def test_the_same_seed_fits_the_same_file_of_ur(game: str, tmp_path: Path, run: Run) -> None:
    exact = ["--exact"] if "masters" not in game else []
    made = []
    for name in ("one", "two"):
        words = ("--out", str(tmp_path / name), "--games", "50", "--nodes", "1", "--passes", "2", *exact)
        ended = run("fit", game, *words)
        assert ended.returncode == 0, ended.stderr
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert run("play", game, "--p1", f"expectation:judgement={tmp_path}/one", "--p2", "random").returncode == 0


def test_exact_values_are_only_for_games_that_are_solved(tmp_path: Path, run: Run) -> None:
    ended = run("fit", "minishogi", "--out", str(tmp_path / "file"), "--exact")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--exact: minishogi has not been solved" in ended.stderr
