"""The boards that README and the front page show are those that the code draws."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from tests.conftest import ROOT


def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", pictures().BOARDS)
def test_the_picture_is_what_the_code_draws(name: str) -> None:
    kept = (pictures().FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == pictures().draw(name), "run 'python docs/pictures.py' and look at what has changed"


def test_the_readme_shows_them() -> None:
    shown = re.findall(r'<img src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown == [f"docs/_static/boards/{name}.svg" for name in pictures().BOARDS]
    assert all((ROOT / path).is_file() for path in shown)
