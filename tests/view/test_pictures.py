"""The pictures of the README and the course are those that the code draws."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

from tests.conftest import ROOT


def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_what_the_code_draws() -> None:
    drawn = pictures().pictures()
    folder = pictures().FOLDER
    kept = {path.relative_to(folder).as_posix() for name in ("boards", "course") for path in (folder / name).iterdir()}
    plots = {"analysis.svg", "game.svg", "levels.svg", "survey-shares.svg", "survey-decided.svg"}
    assert kept | plots == set(drawn)
    changed = [path for path, picture in drawn.items() if (folder / path).read_text(encoding="utf-8") != picture]
    assert changed == [], "run 'python docs/pictures.py' and look at what has changed"


def test_the_readme_shows_a_game_and_all_boards() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    assert set(pictures().BOARDS) == pages - {"index", "families"}
    boards = ["_static/game.svg", *(f"_static/boards/{name}.svg" for name in pictures().BOARDS)]
    shown = re.findall(r'<img [^>]*?src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    shown = [picture for picture in shown if not picture.endswith(("analysis.svg", "levels.svg"))]
    assert shown == [f"docs/{board}" for board in boards]
