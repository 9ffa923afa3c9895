"""Each command as its user meets it, mistakes included."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import click
import pytest

import boardgames as bg
from boardgames import build
from boardgames.cli.options import takes
from boardgames.cli.programs import ProgramOptions
from boardgames.contest import write_record
from boardgames.core.lookup.installed_games import GAMES
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.records import GameRecord, RecordedPlayer
from boardgames.solve import UnreadableTable, load as load_table
from tests.command import Run
from tests.conftest import BOTS, ROOT
from tests.samples import cases

POSITION = "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"


def test_version_tells_the_build(run: Run) -> None:
    assert run("--version").stdout == f"boardgames {bg.__version__} ({build.kind()})\n"


def test_list(run: Run) -> None:
    listed = [line.split()[0] for line in run("list").stdout.splitlines()]
    assert listed == sorted(GAMES.installed())


@cases("name", bg.games())
def test_rules_have_options_and_sources(run: Run, name: str) -> None:
    told = run("rules", name).stdout
    assert "## How a game ends" in told
    assert "## Sources" in told
    for reason in bg.find(name).reasons:
        assert f"- {phrases(ENGLISH, name).text(reason)}: " in told


@pytest.mark.parametrize("name", ["ur", "shogi", "morris"])
def test_rules_read_well_at_80_columns(run: Run, name: str) -> None:
    told = run("rules", name).stdout
    assert "## How to read the board, and what to type" in told
    assert [line for line in told.splitlines() if len(line) > 80 and " " in line.strip("- ")[:80]] == []


def test_a_program_beside_us_is_meant(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mini").write_text("#!/bin/sh\n")
    (tmp_path / "mini").chmod(0o755)
    (tmp_path / "mini.py").write_text("")
    assert "did you mean './mini'?" in run("play", "ur", "--p1", "mini", "--p2", "random").stderr
    assert "did you mean 'python mini.py'?" in run("play", "ur", "--p1", "mini.py", "--p2", "random").stderr


def test_a_game_is_not_asked_for_where_it_means_nothing(run: Run) -> None:
    run(*UR, "--record", "r.json", "--max-plies", "3")
    refused = run("convert", "r.json", "--to", "json", "--game", "ur")
    assert refused.returncode == 2
    assert "leave --game out" in refused.stderr
    finished = run("play", "--continue", "r.json")
    assert "the game in r.json is finished" in finished.stderr


def test_a_game_of_players_with_long_names_goes_on(run: Run, tmp_path: Path) -> None:
    """Their names are made of their texts, and longer than a name that is given may be."""
    begun = bg.Playthrough.replay(bg.load("ur", tokens=1).start(), ["=2", "0"])
    players = [RecordedPlayer(f"alphabeta-nodes=20-{seat}", player="alphabeta:nodes=20") for seat in (1, 2)]
    write_record(GameRecord.of(begun, players=players), tmp_path / "r.json")
    went_on = run("play", "--continue", "r.json")
    assert went_on.returncode == 0 and "alphabeta-nodes=20-1" in went_on.stdout


def test_a_game_in_place_of_a_command_is_told_what_plays_it(run: Run) -> None:
    assert "boardgames web ur" in run("ur").stderr
    assert "Play: play, web" in run("xyzzy").stderr
    with pytest.raises(UnreadableTable, match="is a game"):
        load_table("ur")


def test_latin_letters_where_they_are_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "玉" in run("show", "minishogi").stdout
    assert "K  G  S  B  R" in run("show", "minishogi", "--western").stdout
    monkeypatch.setenv("BOARDGAMES_WESTERN", "1")
    shown = run("show", "minishogi", "--seat", "1").stdout
    assert "玉" not in shown
    assert shown.splitlines()[3].endswith("| e"), "turned for the other side"


def test_show_draws_and_writes_the_position(run: Run) -> None:
    shown = run("show", "ur", "--position", POSITION).stdout
    assert "● has thrown 2" in shown
    assert shown.splitlines()[-1] == POSITION


def test_actions_are_one_a_line(run: Run) -> None:
    assert run("actions", "ur", "--position", POSITION).stdout == "0\n8\n"
    assert run("actions", "ur").stdout == "=0\t1/16\n=1\t1/4\n=2\t3/8\n=3\t1/4\n=4\t1/16\n"


def test_perft_ends_with_the_count(run: Run) -> None:
    assert run("perft", "ur", "--depth", "3").stdout == "29\n"
    assert run("perft", "ur", "--depth", "3", "--divide").stdout == "=0: 9\n=1: 5\n=2: 5\n=3: 5\n=4: 5\n29\n"
    assert run("perft", "ur", "--depth", "0").stdout == "1\n"
    assert run("perft", "ur", "--depth", "1", "--divide").stdout.splitlines()[-1] == "5"


def test_play_prints_the_moves_and_the_result(run: Run) -> None:
    result = run("play", "ur:tokens=1", "--p1", "random", "--p2", "greedy", "--seed", "1")
    assert result.returncode == 0
    *moves, verdict = result.stdout.splitlines()
    assert verdict in ("random wins against greedy: home", "greedy wins against random: home")
    assert any(move.startswith("greedy: ") for move in moves)


def test_play_shows_boards_when_asked(run: Run) -> None:
    result = run("play", "ur:tokens=1", "--p1", "random", "--p2", "random", "--seed", "1", "--show", "board")
    assert "● waiting ●" in result.stdout
    assert "random-1: 0" in result.stdout


def test_json_is_one_object_equal_to_the_record(run: Run, tmp_path: Path) -> None:
    result = run("play", "ur", "--p1", "random", "--p2", "greedy", "--seed", "9", "--json", "--record", "r.json")
    record = json.loads(result.stdout)
    assert record == json.loads((tmp_path / "r.json").read_text())
    assert list(record) == ["schema", "game", "options", "seed", "players", "start", "actions", "times", "outcome"]
    assert record["seed"] == 9
    assert len(record["times"]) == len(record["actions"])
    assert record["outcome"]["reason"] == "home"
    assert record["outcome"]["fault"] is None
    assert record["outcome"]["loser"] == record["outcome"]["returns"].index(-1.0)
    playthrough = bg.Playthrough.replay(bg.load("ur").parse(record["start"]), record["actions"])
    assert playthrough.state.outcome is not None
    assert list(playthrough.state.outcome.returns) == record["outcome"]["returns"]


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    one, other = (run("play", "ur", "--p1", "random", "--p2", "greedy", "--seed", "9").stdout for _ in range(2))
    assert one == other


def test_replay_checks_and_shows(run: Run) -> None:
    played = run("play", "ur:tokens=2", "--p1", "random", "--p2", "random", "--record", "r.json")
    assert run("replay", "r.json").stdout == played.stdout
    assert "waiting" in run("replay", "r.json", "--show", "board").stdout
    assert run("replay", "r.json", "--ply", "0", "--show", "result").stdout.endswith("0,0 0,0 0 -\n")
    assert json.loads(run("replay", "r.json", "--json").stdout)["game"] == "ur"


def test_a_forged_record_is_found_out(run: Run, tmp_path: Path) -> None:
    run("play", "ur", "--p1", "random", "--p2", "random", "--seed", "1", "--record", "r.json")
    record = json.loads((tmp_path / "r.json").read_text())
    record["actions"][3] = "14"
    (tmp_path / "r.json").write_text(json.dumps(record))
    result = run("replay", "r.json")
    assert result.returncode == 2
    assert "at ply 4" in result.stderr


@cases(
    ("text", "expected"),
    [
        ("nonsense", "this is no game record that is known here"),
        ("[]", "this is no game record that is known here"),
        ('{"schema": 99}', '"schema": 1'),
        ('{"schema": 1, "game": "ur"}', "'options' is missing"),
        ('{"schema":1,"game":"chess","options":{},"start":"","actions":[],"players":[]}', "there is no game 'chess'"),
        ('{"schema":1,"game":"ur","options":{},"start":"x","actions":[],"players":[]}', "expected 4 fields"),
        ('{"schema":1,"game":"ur","options":{},"start":"x","actions":[],"players":[3]}', "'players'"),
        (
            '{"schema":1,"game":"ur","options":{},"start":"x","actions":[],"players":[],"outcome":{"returns":7}}',
            "'returns' of 'outcome' must be a list of numbers",
        ),
    ],
)
def test_replay_of_something_else_says_what_is_wrong(run: Run, tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "r.json").write_text(text)
    result = run("replay", "r.json")
    assert result.returncode == 2
    assert expected in result.stderr


UR = ("play", "ur", "--p1", "random", "--p2", "random")


@cases(
    ("arguments", "code", "expected"),
    [
        (("show", "chess"), 2, "there is no game 'chess'; the games found are: "),
        (("show", "urr"), 2, "there is no game 'urr'"),
        (("show", "ur:token=3"), 2, "there is no option 'token'"),
        (("show", "ur:tokens=9"), 2, "option tokens cannot be '9'"),
        (("show", "ur:tokens"), 2, "write NAME=VALUE, as in ur:tokens=3"),
        (("show", "ur", "--position", "1,2,3"), 2, "expected 4 fields"),
        (("show", "ur", "--position", POSITION[:-1] + "9"), 2, "field 4, the throw, must be - or one of 0, 1, 2, 3, 4"),
        (("perft", "ur", "--depth", "-1"), 2, "--depth"),
        (("perft", "ur"), 2, "say once how many plies"),
        (("perft", "ur", "--depth", "abc"), 2, "from 0 to 200, not 'abc'"),
        ((*UR, "--move-time", "soon"), 2, "expected a number more than 0, up to 1e+06, not 'soon'"),
        (("play", "ur", "--p1", "Greedy", "--p2", "random"), 2, "did you mean greedy?"),
        (
            ("play", "ur", "--p1", "uci:./mini", "--p2", "random"),
            2,
            "has no protocol 'uci'; there are: colosseum, plain",
        ),
        ((*UR, "--p1-set", "Hash=1"), 2, "random is not a program, so it has no option 'Hash=1' to set"),
        (("play", "ur", "--p1", "true", "--p2", "random", "--p1-set", "Hash=1"), 2, "has no word for options"),
        (("play",), 2, "say which game, as in 'boardgames play ur human greedy', or --continue FILE"),
        (("play", "--continue", "nowhere.json"), 2, "cannot read nowhere.json"),
        (("play", "ur", "--continue", "nowhere.json"), 2, "leave out GAME and --position"),
        (("replay", "nowhere.json"), 2, "cannot read nowhere.json: No such file"),
        (("play", "ur", "--p1", "", "--p2", "random"), 2, "--p1: it is empty: give an installed player ("),
        (("play", "ur", "--p1", "sh -c 'x", "--p2", "random"), 2, "--p1: cannot split the command"),
        (("play", "ur", "--p1", "no-such-bot", "--p2", "random"), 3, "there is no program 'no-such-bot'"),
        ((*UR, "--p1-name", "a b"), 2, "--p1-name: a name is 1 to 16 printable characters"),
        ((*UR, "--p2-name", "ServerBot$0"), 2, "--p2-name: a name is"),
        ((*UR, "--record", "no/such/folder/r.json"), 2, "--record: cannot write no/such/folder/r.json"),
        ((*UR, "--record", "."), 2, "is a folder"),
        ((*UR, "--spectators", "no/such/folder/s"), 2, "--spectators: cannot write"),
        ((*UR, "--dice", "nowhere"), 2, "--dice: cannot read nowhere: No such file"),
        ((*UR, "--pace", "99"), 2, "--pace"),
        ((*UR, "--move-time", "0"), 2, "--move-time"),
        (("play", "ur:dice=1+1", "--p1", "true", "--p2", "random"), 2, "colosseum throws four coins"),
        (("bot", "ur", "human"), 2, "'human' cannot be played by a program; the installed players are: "),
        (("bot", "ur", "greedy", "--protocol", "usi"), 2, "ur has no protocol 'usi'; there are: colosseum, plain"),
        (("bot", "ur:dice=1+1", "greedy"), 2, "colosseum throws four coins"),
    ],
)
def test_mistakes(run: Run, arguments: tuple[str, ...], code: int, expected: str) -> None:
    result = run(*arguments)
    assert result.returncode == code, result.stderr
    assert expected in result.stderr + result.stdout


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("2\n0\n", "has run out after 2 throws and the game goes on: add lines"),
        ("2\n\n7\n", "line 3: '7' is no throw of this game; possible: 0, 1, 2, 3, 4"),
    ],
)
def test_scripted_dice_that_fail_keep_the_game_so_far(run: Run, tmp_path: Path, lines: str, expected: str) -> None:
    (tmp_path / "dice").write_text(lines)
    result = run(*UR, "--dice", "dice", "--record", "r.json")
    assert result.returncode == 2
    assert expected in result.stderr
    assert "the 2 plies so far are in r.json" in result.stderr or "the 3 plies so far are in r.json" in result.stderr
    assert json.loads((tmp_path / "r.json").read_text())["outcome"] is None
    assert "broken off" in run("replay", "r.json").stdout


def test_strict_tells_a_forfeit_by_its_exit_status(run: Run) -> None:
    lost = ("play", "ur", "--p1", f"{sys.executable} -c pass", "--p2", "random", "--seed", "1")
    assert run(*lost).returncode == 0
    assert run(*lost, "--strict").returncode == 1
    outcome = json.loads(run(*lost, "--json").stdout)["outcome"]
    assert outcome["reason"] == outcome["fault"]["kind"] == "crash"
    assert outcome["loser"] == 0
    assert outcome["returns"] == [-1.0, 1.0]


def test_max_plies_makes_a_draw(run: Run) -> None:
    result = run(*UR, "--max-plies", "10", "--json")
    record = json.loads(result.stdout)
    assert len(record["actions"]) == 10
    assert record["outcome"]["reason"] == "ply limit"
    assert record["outcome"]["returns"] == [0.0, 0.0]
    assert record["outcome"]["loser"] is None


def test_a_position_to_start_from(run: Run) -> None:
    record = json.loads(run(*UR, "--position", POSITION, "--json").stdout)
    assert record["start"] == POSITION
    told = run("play", "ur", "--p1", "cat", "--p2", "random", "--position", POSITION, "--move-time", "1")
    assert "cannot tell a program" in told.stderr


@pytest.mark.thorough
def test_plain_serves_programs_too(run: Run) -> None:
    bot = f"plain:{sys.executable} -m boardgames bot ur:tokens=2 greedy --protocol plain"
    result = run("play", "ur:tokens=2", "--p1", bot, "--p2", "random", "--seed", "3", "--show", "result")
    assert result.returncode == 0
    assert "forfeits" not in result.stdout


def test_a_person_plays_at_the_prompt(run: Run) -> None:
    result = run("play", "ur", "--p1", "human", "--p2", "random", "--seed", "1", stdin="?\nresign\n")
    assert result.returncode == 0
    assert "has thrown" in result.stdout
    assert result.stdout.endswith("random wins against human: resignation\n")


def test_a_person_does_not_disturb_json(run: Run) -> None:
    result = run("play", "ur", "--p1", "human", "--p2", "random", "--seed", "1", "--json", stdin="resign\n")
    assert json.loads(result.stdout)["outcome"]["reason"] == "resignation"
    assert "has thrown" in result.stderr


def test_a_person_who_leaves_is_an_interruption(run: Run, tmp_path: Path) -> None:
    result = run("play", "ur", "--p1", "human", "--p2", "random", "--record", "r.json", stdin="")
    assert result.returncode == 130
    assert "in r.json" in result.stderr
    assert json.loads((tmp_path / "r.json").read_text())["outcome"] is None


def test_a_bot_that_is_told_nonsense_says_so(run: Run) -> None:
    result = run("bot", "ur", "greedy", stdin="Ann\nBob\n7\n")
    assert result.returncode == 2
    assert "cannot follow the line '7': expected our seat, 0 or 1" in result.stderr


def test_help_teaches_by_example(run: Run) -> None:
    for arguments in ((), ("play",), ("perft",), ("bot",), ("replay",), ("show",), ("actions",), ("rules",)):
        told = run(*arguments, "--help").stdout
        assert "boardgames " in told.split("xample", 1)[1]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_record_that_may_not_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    result = run(*UR, "--record", "shut/r.json")
    assert result.returncode == 2
    assert "--record: cannot write shut/r.json: Permission denied" in result.stderr


def test_a_fault_can_be_seen_again_under_the_same_conditions(run: Run) -> None:
    """The command that is told has the limits that were given, and no others."""
    conditions = ["--move-time", "0.5", "--clock", "9+0.25", "--strikes", "1", "--memory", "300", "--max-plies", "50"]
    program = f"{sys.executable} -c \"print('x', flush=True); input()\""
    told = run("play", "ur", "--p1", program, "--p2", "random", "--seed", "3", *conditions)
    again = next(line for line in told.stderr.splitlines() if line.startswith("Again:"))
    words = shlex.split(again.removeprefix("Again:"))
    assert words[:5] == ["boardgames", "play", "ur", program, "random"]
    assert words[-2:] == ["--seed", "3"]
    given = dict(zip(words[5:-2:2], words[6:-2:2], strict=True))
    assert given == dict(zip(conditions[::2], conditions[1::2], strict=True))
    assert next(line for line in run(*words[1:]).stderr.splitlines() if line.startswith("Again:")) == again


def test_the_usual_conditions_are_those_of_the_command_line() -> None:
    """What is not told again must be what goes without saying."""

    @click.command()
    @takes(ProgramOptions, "programs")
    def conditions(programs: ProgramOptions) -> ProgramOptions:
        return programs

    assert conditions.main([], standalone_mode=False) == ProgramOptions()


@pytest.mark.parametrize(
    "command",
    [
        ("play",),
        ("match", "--games", "2"),
        pytest.param(("match", "--games", "2", "-j", "2"), marks=pytest.mark.thorough),
    ],
)
def test_an_option_that_the_engine_lacks_is_a_mistake_of_the_user(run: Run, command: tuple[str, ...]) -> None:
    """Not a lost game: the engine's own names are given."""
    engine = f"usi:{sys.executable} {BOTS / 'usi_random.py'}"
    name, *options = command
    result = run(name, "minishogi", "--p1", engine, "--p2", "random", "--p1-set", "UCI_Varian=x", *options)
    assert result.returncode == 2, result.stderr
    expected = "the engine has no option 'UCI_Varian'; did you mean 'UCI_Variant'? it has: UCI_Variant"
    assert expected in " ".join(result.stderr.split())
    assert "forfeits" not in result.stdout


def test_a_third_player_sits_in_the_seat_that_is_left(run: Run) -> None:
    game = f"{ROOT / 'tests' / 'piles.py'}:THREE"
    players = ("--p1", "random", "--p2", "random", "--player", "random")
    whole = run("play", game, *players, "--seed", "1", "--json")
    assert len(json.loads(whole.stdout)["players"]) == 3
    cut = run("play", "ur", *players)
    assert cut.returncode == 2
    assert "is for 2 players: leave out 'random'" in cut.stderr
    missing = run("play", game, *players[:4])
    assert "nobody sits in seat 3 of 3: say a PLAYER for each seat" in missing.stderr
