"""How the pages are built: ``sphinx-build -W docs site``, with ``-t source`` also those that show the source."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

os.environ["BOARDGAMES_PURE"] = "1"  # before the import: compiled modules have no docstrings

import attrs
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer

import boardgames
from boardgames.core.model import options_of
from boardgames.language import with_files, with_rules

project = "boardgames"
release = version = boardgames.__version__
project_copyright = "the authors of boardgames"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_llms_txt"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "  # a copied example runs: without prompts and without what is printed
copybutton_prompt_is_regexp = True
copybutton_line_continuation_character = "\\"
exclude_patterns: list[str] = []
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False  # there are none, and looking for them takes long
python_use_unqualified_type_names = True

# Every name must lead somewhere; these are other people's, or only names of types.
nitpicky = True
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(collections|fractions|os|random|attr|attrs|click|pathlib|mypy_extensions|importlib|subprocess|typing)\b.*",
    ),
    ("py:.*", r"(_asyncio|concurrent|contextlib|multiprocessing|psutil|socket|sqlite3|struct)\b.*"),
    ("py:.*", r"(gymnasium|numpy|np|open_spiel|pettingzoo|pyspiel|spaces)\b.*"),
    (
        "py:class",
        r"(.*\.)?((State|Action|Throw)T(_co|_contra)?|T|_array|_list|_Lock)",
    ),  # parameters of types, and private ones
    (
        "py:class",
        r"(Executor|Floats|Layer|Load|NDArray|Network|OnGame|Policy|t\.Any|types\.ModuleType)",
    ),  # names of types
    ("py:class", r"(Fraction|Random|Hashable|Sequence|Iterable|Iterator|Mapping|Callable|Any|Self|Path|i64|i32)"),
]

html_theme = "furo"
html_title = f"boardgames {release}"  # at the top of each sidebar; Read the Docs adds a menu of its versions
html_theme_options = (
    {"announcement": f"These pages describe version {release}, which is still being written."}
    if "dev" in release
    else {}
)
html_static_path = ["_static"]
html_css_files = ["boards.css"]
html_favicon = "../packages/site/src/boardgames_site/assets/icon.svg"
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_show_sphinx = False


CONTENTS = {
    "index": {
        "Tutorials": "course/index bots new-game",
        "How to": "web notebook site matches rating tuning survey clusters arena csa models model-report mcp records "
        "analysis mate practice fitting grading rl",
        "Reference": "games/index commands packages players tables library reference/index glossary",
        "Explanation": "coming-from strength design scope stability releasing notes/index",
    },
    "notes/index": {"Laboratory notes": "levels judgement narrow-search throws trees"},
    "games/index": {
        "Games": "ur morris shogi minishogi dice-shogi judkins gorogoro dobutsu torishogi kyotoshogi microshogi "
        "euroshogi checkshogi families"
    },
    "course/index": {
        "Chapters": "state action chance memory families reading proofs protocols speed solving",
    },
    "reference/index": {
        "Modules": "boardgames core dialogues records learning reasons players processes solve referee contest "
        "analysis view rl testkit web",
        "Packages": "arena classroom site models lab notebook",
    },
}
"""The pages below each page, under captions: tutorials teach, how-tos lead to a goal, references list."""
OUTSIDE = re.compile(r"\[([^]]+)\]\(\.\./[^)]+\)")
FOLDER = re.compile(r"\[([^]]+)\]\(solutions\)")


def fit(app: Sphinx, document: str, source: list[str]) -> None:
    """What differs between a page here and the same page read in the repository."""
    text = with_rules(with_files(source[0], Path(app.env.doc2path(document)).parent))
    text = text.replace("\n\n```\n", "\n```\n")  # a blank line ends a doctest; its reader needs none
    if "/" not in document:
        text = OUTSIDE.sub(r"\1", text)  # the examples are no part of the pages
    source[0] = FOLDER.sub(r"`\1`", text) + contents(document)


def contents(document: str) -> str:
    """The pages below a page, as Sphinx wants to know them; the page itself lists them for its reader."""
    trees = CONTENTS.get(document, {})
    numbered = ":numbered: 1\n" if document == "course/index" else ""
    return "".join(
        f"\n\n```{{toctree}}\n:hidden:\n{numbered}:caption: {caption}\n\n{pages}\n```\n"
        for caption, names in trees.items()
        for pages in ["\n".join(names.split())]
    )


@cache
def object_named(name: str) -> object | None:
    """The object of ours that a dotted name means, also where it is imported for type checkers only."""
    try:
        return resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        module, _, short = name.rpartition(".")
        source = modules_of_imports(module).get(short)
        return None if source is None else object_named(f"{source}.{short}")


@cache
def modules_of_imports(module: str) -> dict[str, str | None]:
    """The names that a module of ours imports from others, each with the module that it comes from."""
    spec = find_spec(module) if module in sys.modules else None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8")) if spec and spec.origin else ast.Module([], [])
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module for node in reversed(imports) for alias in node.names}


def follow(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.Element | None:
    """A public name leads to the module that defines it; a name of ours without a reference entry is plain text."""
    target, module = node.get("reftarget", "").lstrip("."), str(node.get("py:module"))
    if node.get("refdomain") != "py":
        return None
    for name in (target, f"{module}.{node.get('py:class')}.{target}", f"{module}.{target}"):
        found = object_named(name) if name.startswith("boardgames") else None
        if found is not None:
            full = f"{getattr(found, '__module__', '')}.{getattr(found, '__qualname__', '')}"
            domain = env.get_domain("py")
            if full != target and full in domain.objects:
                return domain.resolve_xref(env, node["refdoc"], app.builder, node["reftype"], full, node, content)
            return content
    return None


AUTOMODULE = re.compile(r"automodule:: (\S+)")


def tell_options(app: Sphinx) -> None:
    """An option's declaration says what it means: its docstring, if there is one, says what else is to be known."""
    for page in Path(app.srcdir, "reference").glob("*.md"):
        for name in AUTOMODULE.findall(page.read_text("utf-8")):
            module, source = import_module(name), ModuleAnalyzer.for_module(name)
            source.analyze()
            for cls in vars(module).values():
                if inspect.isclass(cls) and cls.__module__ == name and (attrs.has(cls) or is_dataclass(cls)):
                    for option in options_of(cls).values():
                        if option.facts.meaning:
                            rest = source.attr_docs.get((cls.__qualname__, option.name), [])
                            source.attr_docs[cls.__qualname__, option.name] = [
                                meaning_of(option.flag, option.facts),
                                "",
                                *rest,
                            ]


def meaning_of(flag: str, facts: Any) -> str:
    """The meaning of an option, and its unit where Python has another one than the command line."""
    unit = "" if facts.unit == 1 else f" ``{flag} 1`` is {facts.unit:.10g} in Python."
    return f"{facts.meaning.rstrip('.')}.{unit}"


def add_site(app: Sphinx) -> None:
    """Build the site to play on below the pages, under ``play/``, where Pyodide is in the cache or can be fetched."""
    if app.builder.format != "html":
        return
    command = [sys.executable, "-m", "boardgames", "site", str(Path(app.outdir) / "play")]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode == 0:
        app.connect("source-read", link_to_site)
    else:
        print(f"The site to play on is left out. {built.stderr}")


def link_to_site(app: Sphinx, document: str, source: list[str]) -> None:
    """The first page leads to the site, and the course to its own pages there."""
    if document == "index":
        html = '<p><a href="play/index.html">Play in your browser</a>: nothing is installed.</p>'
        source[0] = source[0].replace("\n## Three uses", f"\n{html}\n\n## Three uses")
    if document == "course/index":
        html = '<p><a href="../play/docs/course/index.html">Take the course in your browser</a>.</p>'
        source[0] = source[0].replace("\nEvery chapter ends", f"\n{html}\n\nEvery chapter ends")


def setup(app: Sphinx) -> None:
    if app.tags.has("source"):
        app.setup_extension("sphinx.ext.viewcode")  # takes more time than all the rest
    app.connect("builder-inited", add_site)
    app.connect("builder-inited", tell_options)
    app.connect("missing-reference", follow)
    app.connect("source-read", fit)
