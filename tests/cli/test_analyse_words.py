"""``analyse`` at the terminal writes the moves as the file does."""

from __future__ import annotations

from pathlib import Path

from tests.view.command import run

KIF = "手合割：平手\n先手：山田\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n"


def test_moves_and_better_lines_of_a_kif_are_in_its_notation(tmp_path: Path) -> None:
    (tmp_path / "game.kif").write_text(KIF, encoding="utf-8")
    lines = run("analyse", str(tmp_path / "game.kif"), "--by", "alphabeta:nodes=50").stdout.splitlines()
    assert [line.split()[2] for line in lines[1:4]] == ["７六歩(77)", "３四歩(33)", "２二角成(88)"]
    assert not any(move in "".join(lines) for move in ("7g7f", "3c3d", "8h2b+"))
    columns = {line.index("%") + sum(ord(character) > 0x2E80 for character in line.split("%")[0]) for line in lines[:4]}
    assert len(columns) == 1, "the chances stand below each other, as a character of Japanese takes two columns"
