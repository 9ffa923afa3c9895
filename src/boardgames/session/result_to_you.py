"""The end of a game, as it is said to one of its players."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.said import Said


def result(
    verdict: Verdict, names: Sequence[str], you: int | None = None, people: Collection[int] = ()
) -> tuple[Said, Said]:
    """The winner and the reason; with ``you``, in words for the player in that seat.  ``people`` are seats of persons.

    >>> from boardgames.core.model.game import Outcome
    >>> won = Verdict(Outcome((1.0, -1.0), "home"))
    >>> result(won, ["Ann", "Bob"])
    ('Ann wins against Bob', 'home')
    >>> result(won, ["Ann", "Bob"], 0), result(won, ["Ann", "Bob"], 1)
    (('You win against Bob', 'home'), ('Ann wins against you', 'home'))
    """
    who = verdict.result(names) if you is None else _result(verdict, names, you)
    return who, _reason(verdict, names, you, people)


def _result(verdict: Verdict, names: Sequence[str], you: int) -> Said:
    returns = verdict.outcome.returns
    if len(returns) == 1:
        if returns[0] > 0:
            return Said("You win")
        return Said("You lose") if returns[0] < 0 else Said("You have ended the game")
    best = max(returns)
    others = [name for seat, name in enumerate(names) if seat != you]
    if returns[you] == best and len(names) == 2:
        if min(returns) == best:
            return Said("You and {name} draw", name=others[0])
        return Said("You win against {name}", name=others[0])
    said = list(names)
    said[you] = Said("you")
    words = verdict.result(said)
    return Said("{words:Aa}", words=words) if words.startswith("you") else words


def _reason(verdict: Verdict, names: Sequence[str], you: int | None, people: Collection[int]) -> Said:
    fault = verdict.fault
    if fault is not None and fault.kind == "timeout" and fault.seat in people:
        return (
            Said("you ran out of time") if fault.seat == you else Said("{name} ran out of time", name=names[fault.seat])
        )
    if fault is None or fault.seat != you:
        return verdict.reason(names)
    return Said("you forfeit ({fault}): {why}", fault=Said(fault.kind), why=fault.detail)
