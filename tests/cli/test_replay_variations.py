"""``replay`` at the terminal: variations, comments, and moves in the notation of the file or of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.view.command import run
from tests.view.test_variations import KIF


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_variations_and_comments_of_a_kif_are_shown_in_its_notation(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "game.kif").write_bytes(KIF.encode(encoding))
    result = run("replay", str(tmp_path / "game.kif"))
    assert result.stdout.splitlines() == [
        "3 variations",
        "山田: ７六歩(77)",
        "  * 角道を開ける",
        "佐藤: ３四歩(33)",
        "山田: ２二角成(88)",
        "  variation at ply 3:",
        "    山田: ２六歩(27)",
        "    佐藤: ８四歩(83)",
        "佐藤: ２二銀(31)",
        "山田: ８八銀(79)",
        "  variation at ply 5:",
        "    山田: ４五角打",
        "      * 筋違い角",
        "    佐藤: ５二金(61)",
        "      variation at ply 6:",
        "        佐藤: ６二銀(71)",
        "    山田: ３四角(45)",
        "山田 wins against 佐藤: resignation",
    ]


def test_a_part_of_a_game_has_the_variations_of_that_part(tmp_path: Path) -> None:
    (tmp_path / "game.kif").write_text(KIF, encoding="utf-8")
    result = run("replay", str(tmp_path / "game.kif"), "--ply", "4")
    assert result.stdout.count("variation at ply") == 1
    assert "variation" not in run("replay", str(tmp_path / "game.kif"), "--show", "result").stdout


@pytest.mark.parametrize(
    ("language", "move", "side"), [("ja_JP.UTF-8", "７六歩(77)", "先手"), ("de_DE", "7g7f", "Black")]
)
def test_other_records_are_in_the_language_of_the_terminal(
    language: str, move: str, side: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", language)
    (tmp_path / "game.csa").write_text("V2.2\nPI\n+\n+7776FU\n", encoding="utf-8")
    result = run("replay", str(tmp_path / "game.csa"))
    assert result.stdout.splitlines()[0] == f"{side}: {move}"
