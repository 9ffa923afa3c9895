"""Without an extra its line to type is told, whatever is missing and however it is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
try:
    {statement}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("package", "statement", "said"),
    [
        pytest.param(
            "pettingzoo",
            "from boardgames.rl import aec",
            "boardgames.rl.aec needs pettingzoo: pip install 'abstract-boardgames[rl]'",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "gymnasium",
            "from boardgames import rl; rl.versus",
            "needs gymnasium: pip install 'abstract-boardgames[rl]'",
            marks=pytest.mark.thorough,
        ),
        ("numpy", "from boardgames import rl; rl.observe", "needs numpy: pip install 'abstract-boardgames[rl]'"),
        pytest.param(
            "pyspiel",
            "from boardgames.rl import openspiel",
            "needs pyspiel: pip install 'abstract-boardgames[openspiel]'",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "pyspiel",
            "import boardgames.rl.openspiel",
            "needs pyspiel: pip install 'abstract-boardgames[openspiel]'",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "gymnasium",
            "from boardgames import rl; print(rl.VectorEnv('ur', 2))",
            "<VectorEnv 2 x ur>",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "numpy",
            "import boardgames.rl.openspiel",
            "needs numpy: pip install 'abstract-boardgames[openspiel]'",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_the_line_to_type_is_told(package: str, statement: str, said: str) -> None:
    program = BLOCKED.format(package=package, statement=statement)
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said in told


def test_the_library_loads_none_of_them() -> None:
    program = (
        "import sys, boardgames; print({'numpy', 'gymnasium', 'pyspiel'} & set(sys.modules));"
        "import boardgames.rl; print({'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "set()\nset()\n"
