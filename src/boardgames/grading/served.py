"""A submission's game, served over a pipe to the witness outside.  Runs in the sandbox; no checker is here."""

from __future__ import annotations

import json
import os
from typing import Any

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find
from boardgames.core.model.game import CHANCE
from boardgames.grading.inside import cut, open_channel
from boardgames.testkit.rung import raised


def main() -> None:
    """Answer requests until the input ends."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    order = json.loads(requests.readline())
    send = open_channel(order["nonce"])
    try:
        os.chdir(order["folder"])
        spec = find(order["reference"])
        game = make(spec, {})
        state = game.start()
        send({"seats": game.seats, "reasons": list(spec.reasons)})
        for line in requests:
            request = json.loads(line)
            try:
                if request["do"] == "start":
                    state = game.start()
                elif request["do"] == "apply":
                    state = state.apply(edges(state)[request["place"]])
                send(facts(game.parse(request["text"]) if request["do"] == "read" else state))
            except Exception as error:
                send({"error": cut(raised(error))})
    except BaseException as error:  # whatever the student's code raises
        send({"error": cut(raised(error))})
    os._exit(0)


def edges(state: Any) -> list[Any]:
    """The ways on from a state: the outcomes of the dice, or the legal actions."""
    return [action for action, _ in state.chances()] if state.turn == CHANCE else list(state.actions())


def facts(state: Any) -> dict[str, Any]:
    """The facts that a state says of itself."""
    outcome = state.outcome
    return {
        "text": str(state),
        "turn": state.turn,
        "edges": [str(edge) for edge in edges(state)],
        "chances": [str(chance) for _, chance in state.chances()],
        "outcome": None if outcome is None else {"returns": list(outcome.returns), "reason": outcome.reason},
    }
