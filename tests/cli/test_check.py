"""What ``boardgames check`` tells the author of a bot."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardgames.contest import play_game
from boardgames.referee import Limits, program_seat, waiting
from boardgames.referee.supervised_tree import SupervisedTree
from tests.command import Run
from tests.conftest import BOTS
from tests.samples import few


def unwrapped(text: str) -> str:
    """A text without the ends of lines at which it was wrapped."""
    return " ".join(text.split())


GOOD = f"{sys.executable} {BOTS / 'ur_first.py'}"


def test_a_good_bot(run: Run) -> None:
    result = run("check", "ur", GOOD, "--games", "1")
    assert result.returncode == 0
    assert "in the protocol 'colosseum'" in result.stdout
    assert "\n1 game from each seat, and against itself:\n" in result.stdout
    assert "(90 s allowed)" in result.stdout
    assert "Stderr:  it wrote nothing there." in result.stdout
    assert "End:     it ended by itself after each game." in result.stdout
    assert "All is well: no mistake in 3 games.\nNext, see how strong it is: boardgames match ur " in result.stdout


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("print(9)", "it said '9': there is no such token: they are numbered 0 to 6"),
        *(
            pytest.param(code, told, marks=pytest.mark.thorough)
            for code, told in [
                ("print('3 please')", "it said '3 please': expected the number of a token, 0 to 6"),
                ("raise SystemExit(5)", "it exited with status 5 and gave no answer"),
                ("import time; time.sleep(9)", "no answer in time (0.3 s for its first answer)"),
            ]
        ),
        ("import sys; print('hm', file=sys.stderr); input(); print('x')", "Stderr: its last line was: hm"),
        ("import sys; print('hm\\n' * 7, file=sys.stderr); input(); print('x')", "last line was: hm (7 times)"),
        (
            "import sys; print('a\\n' * 2 + 'b\\n' * 3, file=sys.stderr); input(); print('x')",
            "its stderr ended with: | a (2 times) | b (3 times)",
        ),
        *(
            (f"print('{line}')", "if that is a message: messages belong on stderr")
            for line in ("Ready to play!", "i play 0")
        ),
        ("print('x', flush=True); import time; time.sleep(9)", "it did not end with its input, and was ended"),
        ("import sys; print('x', flush=True); sys.stdin.read(); sys.exit(4)", "but with status 4 instead of 0"),
    ],
)
def test_a_bot_with_a_mistake(run: Run, tmp_path: Path, code: str, told: str, request: pytest.FixtureRequest) -> None:
    if "time.sleep(9)" in code:
        request.getfixturevalue("short_parting")
    (tmp_path / "bot.py").write_text(code)
    result = run("check", "ur", f"{sys.executable} bot.py", "--games", "1", "--move-time", "0.3",
                 "--first-move-time", "0.3" if "time.sleep(9)" in code and "print" not in code else "30")  # fmt: skip
    assert result.returncode == 1
    assert told in unwrapped(result.stdout)


def test_a_bot_that_cannot_be_started(run: Run) -> None:
    result = run("check", "ur", "./nothing-here")
    assert result.returncode == 3
    assert "there is no program './nothing-here'" in unwrapped(result.stdout)


def test_a_built_in_player_is_no_bot(run: Run) -> None:
    result = run("check", "ur", "greedy")
    assert result.returncode == 2
    assert "give the command of a program" in result.stderr


UNFLUSHED = {
    "python": "import sys\nfor line in sys.stdin:\n    print(0)\n",
    "c": '#include <stdio.h>\nint main(void){char s[99];while(fgets(s,99,stdin))puts("0");return 0;}\n',
}


@pytest.mark.parametrize("language", few(UNFLUSHED, "python"))
def test_who_does_not_flush_is_asked(language: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as it speaks at the end of its input, also where the environment would hide it."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setattr(program_seat, "PARTING", 60.0)
    if language == "c":
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            pytest.skip("no C compiler")
        (tmp_path / "bot.c").write_text(UNFLUSHED["c"])
        subprocess.run([compiler, "-o", str(tmp_path / "bot"), str(tmp_path / "bot.c")], check=True)
        bot = "./bot"
    else:
        (tmp_path / "bot.py").write_text(UNFLUSHED["python"])
        bot = f"{sys.executable} bot.py"
    begun = time.monotonic()
    record = play_game("ur", f"sh -c 'cd {tmp_path}; exec {bot}'", "random", seed=1, limits=Limits(first_move_time=1.0))
    assert time.monotonic() - begun < 30.0, "half of what it has to end by itself"
    assert record.verdict is not None
    assert record.verdict.fault is not None
    assert record.verdict.fault.kind == "timeout"
    assert "it said '0': did you flush after each line?" in record.verdict.fault.detail


def test_a_traceback_is_shown_once_as_lines(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act():\n    return {}[3]\n\nact()\n")
    told = run("check", "ur", f"{sys.executable} bot.py", "--games", "1", tracebacks=True).stdout
    assert told.count("KeyError: 3") == 2, "in the verdict, and as the last line of stderr"
    assert "  | Traceback (most recent call last):\n" in told
    assert "\\n" not in told
    assert "See it:   boardgames show ur --position '0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 3'" in told
    again = next(line for line in told.splitlines() if "Again: " in line)
    assert again.endswith("bot.py' random --seed 1")
    assert "2 of 3" not in told
    assert "3 of 3 games were forfeited" in told


@pytest.mark.thorough
def test_a_slow_answer_is_warned_of(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import time; time.sleep(0.6)\n" + (BOTS / "ur_first.py").read_text())
    told = run("check", "ur:tokens=1", f"{sys.executable} bot.py", "--games", "1", "--first-move-time", "5")
    assert "Slow:    an answer took " in told.stdout


def test_logs(run: Run, tmp_path: Path) -> None:
    run("check", "ur", GOOD, "--games", "1", "--log", "talk", "--stderr", "errors")
    talk = (tmp_path / "talk").read_text().splitlines()
    assert any(" bot > bot" in line for line in talk)
    assert [line.split(":")[1].split(", from")[0] for line in talk if ", from " in line] == [
        " bot against random, seed 1",
        " random against bot, seed 1",
        " bot against itself, seed 1",
    ]
    assert any(" ply 30 " in line for line in talk)
    assert any(" bot < 0" in line for line in talk)


@pytest.mark.parametrize("game", few(["minishogi", "morris"], "morris"))
def test_a_bot_that_writes_a_debugging_line(run: Run, tmp_path: Path, game: str) -> None:
    """The arena takes it as the next answer, and so do we, whether it comes early or late."""
    bot = {
        "minishogi": """
        [input() for _ in range(2 if turn == 1 else 0)]
        [input() for _ in range(8)]""",
        "morris": """
        input()
        [input() for _ in range(int(input()))]""",
    }[game]
    (tmp_path / "bot.py").write_text(f"""
turn = 0
try:
    while True:
        turn += 1{bot}
        options = [input() for _ in range(int(input()))]
        print(options[0], flush=True)
        print("I think", len(options), flush=True)
except EOFError:
    pass
""")
    result = run("check", game, f"{sys.executable} bot.py", "--games", "1", "--move-time", "20")
    assert result.returncode == 1, result.stdout
    told = unwrapped(result.stdout)
    assert "it said 'I think" in told
    assert "every line is an answer in this protocol, so one too many counts as the next answer" in told
    assert "3 of 3 games were forfeited" in told


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="it is seen in /proc")
def test_a_bot_that_waits_although_it_is_its_turn(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told so within seconds, though the limit of this arena is 90 s."""
    (tmp_path / "bot.py").write_text("import sys\nwhile True:\n    input()\n")
    monkeypatch.setattr(waiting, "PATIENCE", 0.3)
    monkeypatch.setattr(SupervisedTree, "poll_interval", 0.1)
    result = run("check", "ur", f"{sys.executable} bot.py", "--games", "1")
    assert result.returncode == 1
    told = unwrapped(result.stdout)
    assert "Stderr: it wrote nothing there." in told, "its end, after the fault, does not count"
    assert "it waits for input, but it is its turn (90 s for its first answer)" in told
    assert "as Dark: random wins against bot: bot forfeits (timeout)" in told
    assert "as Light: bot forfeits again (timeout), as before" in told
    assert "as Dark and Light: bot forfeits again" in told
    assert "Time: it gave no answer that counts." in told


def test_findings_are_wrapped_and_commands_are_not(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('x ' * 40)\n")
    told = run("check", "ur", f"{sys.executable} bot.py", "--games", "1").stdout.splitlines()
    commands = [line for line in told if line.split(":")[0].strip() in ("Position", "See it", "Again")]
    assert len(commands) == 3
    notes = [line for line in told if line.startswith(("python", sys.executable, "Note: ", "and end"))]
    assert [line for line in told if len(line) > 80 and line not in (*commands, *notes)] == []


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("morris", "preset=statement"),
        ("morris:preset=classic", "preset=classic"),
        ("morris:turns=9", "turns=9"),
        ("minishogi:max_plies=9", "max_plies=9"),
        ("morris:preset=codingame", ""),
        ("morris:preset=referee", ""),
        ("minishogi", ""),
    ],
)
def test_other_rules_than_those_of_the_protocols_arena_are_named(
    run: Run, tmp_path: Path, game: str, said: str
) -> None:
    """In ``check``, ``match`` and ``rate`` alike, and in ``bot``; nobody hears of rules that are the arena's."""
    bot = f"{sys.executable} bot.py"
    arena = "morris:preset=codingame" if game.startswith("morris") else "minishogi"
    told = f"The rules are those of {said}; the arena of the protocol 'codingame' plays {arena} ("
    (tmp_path / "bot.py").write_text("print('x')\n")
    levels = {"players": ["random", "greedy"], "elo": [500, 600], "covariance": [[9, 0], [0, 9]]}
    (tmp_path / "anchors.json").write_text(json.dumps({"game": game, **levels}))
    heard = [
        unwrapped(run("check", game, bot, "--games", "1").stdout),
        run("match", game, "--p1", bot, "--p2", bot, "--games", "2").stderr,
        run("rate", game, bot, "--games", "2", "--anchors", "anchors.json").stderr,
        run("bot", game, "greedy", "--protocol", "codingame").stderr,
    ]
    assert [text.count(told) for text in heard] == [int(bool(said))] * 4
    assert said or not any("The rules are those" in text for text in heard)


def test_a_match_without_a_program_of_that_protocol_says_nothing_of_its_arena(run: Run) -> None:
    assert "The rules are" not in run("match", "morris", "--p1", "random", "--p2", "greedy", "--games", "2").stderr
