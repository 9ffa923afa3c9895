"""The glossary names what exists, and words that were given up do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pkgutil import resolve_name

import pytest

from tests.conftest import ROOT

SOURCES = [ROOT / "src" / "boardgames", *ROOT.glob("packages/*/src/boardgames_*")]
TERMS = re.findall(
    r"^\| ([^|]+) \| `([\w.]+)` \|", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE
)

RETIRED = {
    "keeper|warden|mother": "supervisor, fork server, parent",
    "Charge|Scales|Fence|struck": "SupervisedProgram, MemoryMeter, MemoryCgroup, oom_killed",
    "Walls|Outlet|Gallery": "Mounts, SafeWriter, SpectatorStream",
    "line_up|crew": "entrants, executor",
    "story|hall|Doors|Chair|Pass": "event log, lobby, handlers, slot, Permissions",
    "stir|settle|news": "debounce, notify",
    "send_off|heed_signals|undisturbed": "reap, check_signals, gc_paused",
    "urgency|threats|praise": "weights, forcing_moves, learn",
    "slips|FADING|promising": "carelessness, DISCOUNT, select_puct",
    "agent_cycle|one_seat|legality|Sheet": "aec_env, gym_env, masks, Batch",
    "given_away|fair_copy|position_line": "loss, record text, usi record",
    "journey|journeys": "move list",
    "Participant|Contestant": "Player, Program, Entrant or Seat",
    "rooms": "packages, modules",
}
"""Words, and what to say in their place."""


def retired() -> Iterator[tuple[str, str]]:
    """All retired words in the sources, each with its file and line."""
    words = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b")
    for path in (path for folder in SOURCES for suffix in ("py", "js", "html") for path in folder.rglob(f"*.{suffix}")):
        text = path.read_text(encoding="utf-8")
        for match in words.finditer(text):
            yield match[0], f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"


def exists(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def full_name(name: str) -> str:
    """The name in the second column, which is below ``boardgames`` unless it says another package."""
    return name if name.startswith("boardgames_") else f"boardgames.{name}"


def test_each_term_exists_in_the_code() -> None:
    for package in ROOT.glob("packages/*/src/boardgames_*"):
        pytest.importorskip(package.stem)
    missing = [f"{term}: {name}" for term, name in TERMS if not exists(full_name(name))]
    assert not missing, missing


def test_each_term_has_one_meaning() -> None:
    terms = [term for term, _ in TERMS]
    assert len(terms) > 50 and len(set(terms)) == len(terms)


def test_words_that_were_given_up_stay_away() -> None:
    instead = {word: say for words, say in RETIRED.items() for word in words.split("|")}
    back = [f"{where}: say {instead[word]}" for word, where in retired()]
    assert not back, back
