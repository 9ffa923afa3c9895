"""The C of a module in two parts: the functions that run often, and all the rest.

mypyc writes a file for each module.  Most of its C runs once or seldom: module
bodies, tables that are built, errors that are explained, wrappers for interpreted
callers.  Only what is named in ``hot.txt`` is worth optimising, which takes a
compiler three times as long.

A name in ``hot.txt`` is ``MODULE:FUNCTION``, ``MODULE:CLASS.METHOD``, or
``MODULE:CLASS`` for making and freeing the objects of a class.  With ``()`` behind it,
it is the wrapper by which interpreted code, or compiled code that knows no types, calls the function.
"""

from __future__ import annotations

import re
from pathlib import Path

HOT = Path(__file__).with_name("hot.txt")
"""The functions that do nearly all of the work, as ``python -m benchmarks.hot_functions`` found them."""

PREFIX = re.compile(r"CPyStatic_(\w+?)___globals = PyModule_GetDict")
"""What mypyc begins the names of a module's C functions with: a short form of the module's name."""

DEFINITION = re.compile(
    r"^(?:static )?([A-Za-z_][\w ]*[ *\n]+((?!CPyInit_)\w+)\([^;{}]*\))\s*\{\n(?:[^}\n].*\n|\n)*\}\n", re.MULTILINE
)
"""A function: its head, in which is its name.  Those that initialise a module end otherwise."""

WRAPPER = re.compile(r"^ {8}([\w ]+\*(CPyPy_\w+)\([^;{}]*\)) \{\n(?:(?! {8}\}\n).*\n)* {8}\}\n", re.MULTILINE)
"""A function that checks the arguments of an interpreted caller: mypyc indents it."""

LIFECYCLE = re.compile(r"__mypyc__(\w+)_setup|(\w*[^_])_(?:clear|clear_on_completion|traverse|dealloc)")
"""Functions that make or free objects of a class."""

GLUE = re.compile(r"__(?:(?!__)\w)+_glue$")
"""At the end of a name: the function through which a method is called that overrides another."""

TABLE = re.compile(r"^static (CPyVTableItem \w+\[\d+\]);", re.MULTILINE)
"""The methods of a class, to which its objects point."""


def names_in(text: str) -> dict[str, str]:
    """The C functions of a module's C by their names in ``hot.txt``, without the module.

    What runs once is not among them.
    """
    prefix = PREFIX.search(text)
    if prefix is None:
        return {}
    compiled, static, called = f"CPyDef_{prefix[1]}___", f"{prefix[1]}___", f"CPyPy_{prefix[1]}___"
    found = {}
    for match in WRAPPER.finditer(text):
        found[match[2]] = match[2].removeprefix(called).replace("___", ".", 1) + "()"
    for match in DEFINITION.finditer(text):
        function = match[2]
        name = function.removeprefix(compiled).removeprefix(static)
        made = LIFECYCLE.fullmatch(name)
        if made:
            found[function] = made[1] or made[2]
        elif function.startswith(compiled):
            found[function] = GLUE.sub("", name).replace("___", ".", 1)
    return found


def module_of(source: Path) -> str:
    """The module of a C file: ``__native_boardgames___games___ur___rules.c`` is of ``games.ur.rules``."""
    return source.stem.partition("___")[2].replace("___", ".")


def split(source: Path, hot: frozenset[str]) -> tuple[str, str]:
    """The C of a module in two: the hot functions, and all the rest."""
    text, module = source.read_text(encoding="utf-8"), module_of(source)
    often = {function for function, name in names_in(text).items() if f"{module}:{name}" in hot}
    definitions: list[str] = []
    heads: list[str] = []

    def declared(match: re.Match[str]) -> str:
        if match[2] not in often:
            return match[0]
        definitions.append(match[0].removeprefix("static "))
        heads.append(f"{match[1]};\n")
        return heads[-1]

    rest = TABLE.sub(r"\1;", WRAPPER.sub(declared, DEFINITION.sub(declared, text)))
    tables = [f"extern {table};\n" for table in TABLE.findall(text)]
    return "".join([*tables, *heads, *definitions]), rest
