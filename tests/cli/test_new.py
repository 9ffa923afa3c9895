"""``boardgames new``: what it writes works as it is, and nothing is overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from boardgames.testkit.new_game import BadGameName, check_name
from tests.command import Run
from tests.samples import cases, few

WRITTEN = [
    "README.md",
    "pyproject.toml",
    "src/hexapawn/__init__.py",
    "src/hexapawn/rules.py",
    "tests/test_hexapawn.py",
]


def listed(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_small_distribution(run: Run, tmp_path: Path) -> None:
    result = run("new", "hexapawn")
    assert result.returncode == 0
    assert listed(tmp_path / "hexapawn") == WRITTEN
    assert result.stdout.splitlines()[: len(WRITTEN)] == [f"hexapawn/{name}" for name in WRITTEN]
    told = result.stdout.splitlines()[len(WRITTEN) :]
    for command in ("cd hexapawn", "pip install -e .", "boardgames verify hexapawn"):
        assert f"  {command}" in told
    for path in (tmp_path / "hexapawn").rglob("*"):
        if path.is_file():
            assert "mygame" not in path.read_text().lower().replace(" ", "")


def test_it_climbs_the_ladder_before_it_is_installed(run: Run, tmp_path: Path) -> None:
    run("new", "four_field_kono", "--folder", "kono/game")
    folder = tmp_path / "kono" / "game" / "src"
    assert "class FourFieldKono(bg.SimpleGame):" in (folder / "four_field_kono" / "rules.py").read_text()
    for subject in ("kono/game/src/four_field_kono:SPEC", "kono/game/src/four_field_kono/"):
        assert run("verify", subject, "--games", "2").returncode == 0
    result = run("verify", "kono/game/src/four_field_kono/rules.py")
    assert result.returncode == 2
    assert "which may have one: kono/game/src/four_field_kono:SPEC" in result.stderr


@pytest.mark.parametrize(
    "name",
    few(
        [
            *("mygame2", "newmygame", "mygame-spec", "from-mygame", "src-mygame", "my-game"),
            *("none", "true", "any", "spec", "print"),
        ],
        *("newmygame", "my-game", "none", "spec"),
    ),
)
def test_a_name_that_the_template_has_itself_makes_a_whole_game_too(name: str, run: Run, tmp_path: Path) -> None:
    run("new", name, "--folder", "game")
    package = name.replace("-", "_")
    assert run("verify", f"game/src/{package}:SPEC", "--games", "1").returncode == 0
    rules = (tmp_path / "game/src" / package / "rules.py").read_text()
    assert f'    name = "{name}"\n' in rules
    assert [word for word in ("class Any(", "class State(bg.SimpleGame)", "class None(") if word in rules] == []


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of files there")
@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_is_full_leaves_nothing_half_made(there: bool, tmp_path: Path) -> None:
    """With a limit for files, as a disk cannot be filled here; writing fails in the same way."""
    import resource

    if there:
        (tmp_path / "hexapawn").mkdir()
    full = subprocess.run(
        [sys.executable, "-m", "boardgames", "new", "hexapawn"],
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert full.returncode == 2 and full.stderr == "Error: cannot write hexapawn: File too large\n", full
    assert [path.name for path in tmp_path.rglob("*")] == ["hexapawn"] * there


def test_the_picture_in_its_readme_is_drawn_and_clicked(run: Run, tmp_path: Path) -> None:
    run("new", "hexapawn")
    readme = (tmp_path / "hexapawn" / "README.md").read_text()
    assert "README.md" in run("new", "other").stdout.splitlines()[-1]
    code = readme.partition("```python\n")[2].partition("```")[0]
    package = tmp_path / "hexapawn" / "src" / "hexapawn" / "__init__.py"
    written = package.read_text().replace("SPEC = bg", f"{code}\n\nSPEC = bg")
    package.write_text(
        written.replace("    picture=draw,\n", "    picture=draw,\n    scene=scene,\n    clicks=clicks,\n")
    )
    assert run("show", "hexapawn/src/hexapawn:SPEC", "--svg").stdout.count("<use ") == 21
    assert run("verify", "hexapawn/src/hexapawn:SPEC", "--games", "2").returncode == 0


def test_a_name_with_hyphens_has_a_package_without(run: Run, tmp_path: Path) -> None:
    told = run("new", "four-field-kono").stdout
    folder = tmp_path / "four-field-kono"
    assert "\n  cd four-field-kono\n" in told
    assert "boardgames verify four-field-kono" in told
    assert (folder / "tests" / "test_four_field_kono.py").read_text().endswith('ladder("four-field-kono")\n')
    project = (folder / "pyproject.toml").read_text()
    assert 'four-field-kono = "four_field_kono:SPEC"' in project
    assert 'name = "four-field-kono"' in project
    shown = run("show", "four-field-kono/src/four_field_kono:SPEC")
    assert shown.returncode == 0, shown.stderr
    verified = run("verify", "four-field-kono/src/four_field_kono", "--games", "2")
    assert verified.stdout.splitlines()[-1].startswith("four-field-kono climbs the ladder")
    assert "src/four_field_kono/rules.py" in (folder / "README.md").read_text()


def test_who_forgets_to_install_it_is_told(run: Run) -> None:
    run("new", "hexapawn")
    result = run("verify", "hexapawn")
    assert result.returncode == 2
    assert "It is not installed: type 'pip install -e hexapawn', or verify it where it stands: " in result.stderr
    assert run("verify", "hexapawn/src/hexapawn:SPEC", "--games", "2").returncode == 0


def test_the_next_commands_name_the_folder(run: Run) -> None:
    told = run("new", "hexapawn", "--folder", "games/mine").stdout
    assert "\n  cd games/mine\n" in told
    assert "games/mine/src/hexapawn/rules.py" in told


@cases(
    ("name", "expected"),
    [
        ("my game", "cannot be a game's name: use small letters, digits, - and _, as in 'hexapawn'"),
        ("my-", "put each - or _ between two words"),
        ("my-_game", "put each - or _ between two words"),
        ("dice-shogi", "there is a game 'dice-shogi' already"),
        ("2048", "cannot be a game's name"),
        ("Go", "use small letters"),
        ("_go", "cannot be a game's name"),
        ("go_", "put each - or _ between two words"),
        ("../go", "cannot be a game's name"),
        ("gò", "cannot be a game's name"),
        ("", "cannot be a game's name"),
        ("class", "is a word of the Python language"),
        ("match", "is a word of the Python language"),
        ("random", "is a module of Python's own library, which yours would hide"),
        ("ur", "there is a game 'ur' already"),
        ("attrs", "is the name of something else that the game needs to import"),
        ("boardgames", "is the name of something else"),
        ("state", "is the name of something else"),
    ],
)
def test_names_that_cannot_be(name: str, expected: str) -> None:
    with pytest.raises(BadGameName) as caught:
        check_name(name)
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", ["my game", "ur", "random"])
def test_nothing_is_written_for_them(run: Run, tmp_path: Path, name: str) -> None:
    result = run("new", name)
    assert result.returncode == 2
    assert f"Error: '{name}' " in result.stderr or f"'{name}' already" in result.stderr
    assert listed(tmp_path) == []


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hexapawn").mkdir()
    (tmp_path / "hexapawn" / "notes").write_text("dear")
    (tmp_path / "file").write_text("a file")
    for arguments in (("hexapawn",), ("hexapawn", "--folder", "file"), ("hexapawn", "--folder", ".")):
        result = run("new", *arguments)
        assert result.returncode == 2
        assert "is there already, and nothing is overwritten" in result.stderr
    assert listed(tmp_path) == ["file", "hexapawn/notes"]
    (tmp_path / "empty").mkdir()
    assert run("new", "hexapawn", "--folder", "empty").returncode == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    result = run("new", "hexapawn", "--folder", "shut/hexapawn")
    assert result.returncode == 2
    assert "cannot write shut/hexapawn: Permission denied" in result.stderr


def test_a_folder_under_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    result = run("new", "hexapawn", "--folder", "file/hexapawn")
    assert result.returncode == 2
    assert "Not a directory" in result.stderr


def test_the_template_is_data_of_the_package() -> None:
    template = files("boardgames.testkit") / "template"
    assert (template / "pyproject.toml").is_file()
    assert (template / "src" / "mygame" / "rules.py").is_file()
    assert (template / "tests" / "test_mygame.py").is_file()
