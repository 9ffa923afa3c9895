"""The numbers that bots print stand in the record by ply, and are drawn over the plies of its page."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import attrs

from boardgames.contest import play_game
from boardgames.records import GameRecord
from boardgames.view import page
from boardgames.view.number_graphs import MOST, number_series
from tests.command import Run


def commented(comments: dict[int, str]) -> GameRecord:
    return attrs.evolve(play_game("morris", "random", "random", seed=1, max_plies=9), comments=comments)


def test_numbers_are_found_by_name_seat_and_ply() -> None:
    record = commented(
        {
            0: "[PDATA] n = 9",
            1: "[PDATA] n = 1",
            2: "a\n[TDATA] n = 2.5\n[PDATA] m = nan",
            3: "[PDATA] n = x",
            5: "[PDATA] n = 4",
        }
    )
    assert number_series(record, record.playthrough().states) == {"n": {0: [(1, 1.0), (5, 4.0)], 1: [(2, 2.5)]}}


def test_a_number_at_one_ply_is_no_graph_and_a_name_is_only_text() -> None:
    assert 'class="numbers"' not in page(commented({1: "[PDATA] n = 1", 2: "[PDATA] n = 2"}))
    many = {ply: "\n".join(f"[PDATA] n{number} = {ply}" for number in range(MOST + 3)) for ply in (1, 3)}
    assert page(commented(many)).count('class="numbers"') == MOST
    equal = page(commented({1: "[PDATA] n = 3", 3: "[PDATA] n = 3"}))
    assert 'aria-label="n, from 3 to 3"' in equal


def test_what_a_program_prints_is_drawn(run: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    source = (Path(__file__).parents[2] / "examples/bots/ur_first.py").read_text()
    bot.write_text(
        "import sys, builtins\n_print, count = print, []\n"
        "def print(*words, **how):\n"
        "    count.append(1)\n"
        "    _print(f'[PDATA] answers = {len(count)}', file=sys.stderr, flush=True)\n"
        "    _print(*words, **how)\n" + source
    )
    record, html = tmp_path / "game.json", tmp_path / "game.html"
    command = shlex.join([sys.executable, str(bot)])
    assert run("play", "ur:tokens=2", command, "random", "--seed", "1", "--record", str(record)).returncode == 0
    assert run("replay", str(record), "--html", str(html)).returncode == 0
    assert 'aria-label="answers, from 1 to ' in html.read_text()
