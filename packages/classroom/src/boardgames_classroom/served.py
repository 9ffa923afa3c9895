"""A submission's game, served to the witness outside, which keeps the states by their numbers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from operator import index
from typing import Any, Final

from boardgames.core.lookup import GameSpec, make
from boardgames.core.model import IllegalAction, UnreadablePosition, perft
from boardgames.testkit import edges, raised

LONGEST_TEXT: Final = 4000  # characters of a sentence
SHARE: Final = 9.0
"""The largest number that is told as a return: what is right lies between -1 and 1."""


def serve(
    spec: GameSpec, requests: Iterator[Mapping[str, Any]], send: Callable[..., None], check: Callable[[], None]
) -> None:
    """Answer requests until they end."""
    game = make(spec, {})
    send("about", seats=game.seats, reasons=list(spec.reasons), by_history=list(spec.by_history))
    states: list[Any] = []
    for request in requests:
        asked, text = request["do"], request.get("text", "")
        state: Any = states[request["of"]] if "of" in request else None
        try:
            if asked == "start":
                check()
                states[:] = [game.start()]
            elif asked == "apply":
                states.append(state.apply(edges(state)[request["place"]]))
            elif asked == "read":
                states.append(game.parse(text))
            elif asked == "play":
                states.append(state.play(text))
            elif asked == "copy":
                states.append(pickle.loads(pickle.dumps(state)))
            elif asked == "perft":
                send("numbers", numbers=[perft(state, request["depth"])])
                continue
            elif asked == "compare":
                other = states[request["with"]]
                same = [state == other and other == state, hash(state) == hash(other), state.key == other.key]
                send("numbers", numbers=[int(bool(fact)) for fact in same])
                continue
            send("facts", **facts(states[-1]))
        except UnreadablePosition as error:
            send("refused", code="unreadable" if str(error) else "raised", words=cut(str(error)))
        except IllegalAction as error:
            send("refused", code="illegal" if error.asked == text and error.why else "raised", words=cut(str(error)))
        except Exception as error:
            send("refused", code="raised", words=cut(raised(error)))


def facts(state: Any) -> dict[str, Any]:
    """The facts of a state, in plain values."""
    outcome = state.outcome
    chances = [Fraction(str(chance)) for _, chance in state.chances()]
    return {
        "text": str(state),
        "turn": index(state.turn),
        "edges": [str(edge) for edge in edges(state)],
        "chances": [f"{chance.numerator}/{chance.denominator}" for chance in chances],
        "returns": None if outcome is None else [float(max(-SHARE, min(SHARE, share))) for share in outcome.returns],
        "reason": None if outcome is None else outcome.reason,
    }


def cut(text: str) -> str:
    """A text cut to a bound, so that a submission cannot flood the report."""
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
