"""Sentences about a player, said to that player: ``You throw 2`` for ``Ann throws 2``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardgames.core.record.verdict import Verdict

IRREGULAR: Final = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
SIBILANTS: Final = ("sses", "shes", "ches", "xes", "zzes")


def second_person(words: str) -> str:
    """What follows a player's name, as it follows ``You``: the first verb, and those joined to it by "and".

    >>> second_person("throws 3"), second_person("passes")
    ('throw 3', 'pass')
    >>> second_person("moves d6 to d7 and removes a1 and b2")
    'move d6 to d7 and remove a1 and b2'
    """
    verb, *rest = words.split(" ")
    said = [_base_form(verb)]
    for before, word in zip([verb, *rest], rest, strict=False):
        said.append(_base_form(word) if before == "and" and word.isalpha() else word)
    return " ".join(said)


def _base_form(verb: str) -> str:
    """
    >>> [_base_form(verb) for verb in ("carries", "plays", "cannot", "misses", "has")]
    ['carry', 'play', 'cannot', 'miss', 'have']
    """
    stem = verb.rstrip(",.:;")
    tail = verb[len(stem) :]
    if stem in IRREGULAR:
        return IRREGULAR[stem] + tail
    if stem.endswith(SIBILANTS):
        return stem[:-2] + tail
    if stem.endswith("ies"):
        return stem[:-3] + "y" + tail
    return (stem[:-1] if stem.endswith("s") and not stem.endswith("ss") else stem) + tail


def result(verdict: Verdict, names: Sequence[str], you: int | None = None) -> tuple[str, str]:
    """Who won, and why; with ``you``, as it is said to the player in that seat.

    >>> from boardgames.core.model.game import Outcome
    >>> won = Verdict(Outcome((1.0, -1.0), "home"))
    >>> result(won, ["Ann", "Bob"])
    ('Ann wins against Bob', 'home')
    >>> result(won, ["Ann", "Bob"], 0), result(won, ["Ann", "Bob"], 1)
    (('You win against Bob', 'home'), ('Ann wins against you', 'home'))
    """
    said = [*names]
    if you is not None:
        said[you] = "you"
    why = verdict.outcome.reason
    if verdict.fault is not None:
        forfeits = "forfeit" if verdict.fault.seat == you else "forfeits"
        why = f"{said[verdict.fault.seat]} {forfeits} ({verdict.fault.kind}): {verdict.fault.detail}"
    who = Verdict(verdict.outcome).sentence(said).removesuffix(f": {verdict.outcome.reason}")
    if you is not None and who.startswith("you"):
        who = "You" + who.removeprefix("you")
        for verb in ("wins", "loses", "ends"):
            if who == f"You {verb}" or who.startswith(f"You {verb} "):
                who = who.replace(f"You {verb}", f"You {verb[:-1]}", 1)
    return who, why
