"""Texts: positions and actions are written and read again, and wrong texts are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any, Final

from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.seeds import random_of
from boardgames.core.text.said import code_of
from boardgames.reasons.counterfactual import GaveUp, smallest_change
from boardgames.reasons.near_misses import why_illegal
from boardgames.testkit.choices import turn_is_wrong
from boardgames.testkit.facts import difference, facts, shown
from boardgames.testkit.rung import Flaw, NotSeen, Rung, at_every_state, raised
from boardgames.testkit.walks import Trial, Walk, edges, some_edges

NO_ACTIONS: Final = ("", " ", "no such action", "=-1", "9" * 5000, "\u0663", "\0")
"""Texts that name no action in any game."""

NO_POSITIONS: Final = ("", " ", "no such position", "9" * 5000, "\0", "{} x", "x {}", "{}\n{}")
"""Texts that are not a position in any game; ``{}`` stands for the text of the start."""

TELLING, FEW = 3, 50
"""The games, or different counts, that are needed to guess a rule; and the games that are looked at for it."""

READ = 200
"""The largest number of actions of one position that are read: reading one may take time for each."""

CHANGED, SECONDS, PLAIN_REASON = 4, 0.1, "illegal"
"""The positions in which an action is made legal, the seconds for each, and the code of a reason that says nothing."""

MUTATED = 30
"""The number of positions whose texts are damaged, each in several ways."""


def _reads_back(state: Any, trial: Trial) -> None:
    text = str(state)
    again, twice = state.game.parse(text), state.game.parse(text)
    theirs = facts(again)
    outcome = state.outcome
    if outcome is not None and outcome.reason in trial.spec.by_history and (again.key, str(again)) == (state.key, text):
        return
    for name, value in facts(state).items():
        if theirs[name] != value:
            raise Flaw(f"read again from its text {text!r}, {name} is {shown(theirs[name])} and not {shown(value)}")
    differs = difference(again, twice)
    if differs:
        raise Flaw(f"read twice from its text {text!r}, it is two different states: {differs}")
    start = trial.game.start()
    if text == str(start) and again != start:
        raise Flaw(f"the start read from its text {text!r} does not equal the start")


def _action_reads_back(state: Any, trial: Trial) -> None:
    for action in some_edges(state, READ):
        if state.read(str(action)) is not action:
            raise Flaw(f"read({str(action)!r}) gives another action than the one that is written so")


def _refuses(state: Any, trial: Trial) -> None:
    for action in some_edges(state)[:5]:
        for argument in (action, str(action)):
            differs = difference(state.play(argument), state.apply(action))
            if differs:
                raise Flaw(f"play({str(action)!r}) and apply lead to different states: {differs}")
    legal = {str(action) for action in edges(state)}
    for text in NO_ACTIONS:
        if text not in legal:
            _refuses_text(state, text, legal)


def _refuses_text(state: Any, text: str, legal: set[str]) -> None:
    try:
        state.play(text)
    except IllegalAction as error:
        if error.asked != text or not error.why:
            raise Flaw(f"the error of play({shown(text)}) has asked={error.asked!r}, why={error.why!r}") from None
        if not {*error.nearest} <= legal:
            raise Flaw(f"the error of play({shown(text)}) suggests {error.nearest}, which is not legal") from None
    except Exception as error:
        raise Flaw(f"play({shown(text)}) must raise IllegalAction, but {raised(error)}") from None
    else:
        raise Flaw(f"play({shown(text)}) went through, but the legal actions are {shown(sorted(legal))}")


def _changes_agree(trial: Trial) -> None:
    """Check that what makes an action legal does, at a few positions, in a game that has reasons of its own."""
    game = trial.game
    for spot in trial.spots[:: max(1, len(trial.spots) // CHANGED)]:
        state = spot.state
        legal = {str(action) for action in state.actions()}
        texts = (str(game.action_at(number)) for number in range(min(game.action_count, READ))) if legal else ()
        text = next((text for text in texts if text not in legal), "")
        why = why_illegal(state, text) if text else ""
        if code_of(why, PLAIN_REASON) == PLAIN_REASON:
            continue
        with suppress(GaveUp):
            change = smallest_change(state, text, seconds=SECONDS, tries=READ)
            if change is not None and change.action not in change.state.actions():
                raise Flaw(
                    f"{text!r} is refused: {why}; read() takes it in {str(change.state)!r}, "
                    "where actions() does not have it",
                    spot,
                )


def _unreadable(trial: Trial) -> None:
    game = trial.game
    start = str(game.start())
    for template in NO_POSITIONS:
        text = template.replace("{}", start)
        if _readable(game, text) is not None:
            raise Flaw(f"parse({shown(text)}) reads a text that is not a position")
    rng = random_of(trial.seed)
    for spot in trial.spots[:: max(1, len(trial.spots) // MUTATED)]:
        for text in mutations(str(spot.state), rng):
            state = _readable(game, text)
            if state is not None:
                _complete(state, text)


def _readable(game: Any, text: str) -> Any:
    """The position of a text; ``None`` if it is unreadable."""
    try:
        return game.parse(text)
    except UnreadablePosition as error:
        if not str(error):
            raise Flaw(f"parse({shown(text)}) does not say why the text is unreadable") from None
        return None
    except Exception as error:
        raise Flaw(f"parse({shown(text)}) must raise UnreadablePosition, but {raised(error)}") from None


def _reachable(trial: Trial) -> None:
    """Look for positions that parse accepts with more men than any game has, or with the wrong side to act."""
    states = [state for walk in trial.walks[:FEW] for state in walk.states if walk.error is None]
    if len(trial.walks) < TELLING:
        return
    letters = sorted({letter for state in states[:FEW] for letter in str(state) if letter.isalpha()})
    counted = [(state.turn, Counter(str(state))) for state in states]
    most = {letter: _most(trial.walks[:FEW], letter) for letter in letters}
    always: dict[tuple[int, str, str], int] = {}
    for seat in range(trial.game.seats):
        here = [counts for turn, counts in counted if turn == seat]
        for one, other in combinations(letters, 2):
            ahead = {counts[one] - counts[other] for counts in here}
            if len(ahead) == 1 and len({counts[one] for counts in here}) >= TELLING:
                always[seat, one, other] = ahead.pop()
    rng = random_of(trial.seed)
    for spot in trial.spots[:: max(1, len(trial.spots) // MUTATED)]:
        for text in mutations(str(spot.state), rng):
            state = _readable(trial.game, text)
            if state is None:
                continue
            counts = Counter(str(state))
            for letter, limit in most.items():
                if limit is not None and counts[letter] > limit:
                    raise NotSeen(
                        f"parse reads {text!r}, which has {counts[letter]} {letter}; "
                        f"in {len(trial.walks)} random games there were never more than {limit}"
                    )
            for (seat, one, other), ahead_by in always.items():
                if state.turn == seat and counts[one] - counts[other] != ahead_by:
                    raise NotSeen(
                        f"parse reads {text!r}, where seat {seat} is to act with {counts[one]} {one} and "
                        f"{counts[other]} {other}; in {len(trial.walks)} random games it never was, but with "
                        f"{ahead_by} more {one} than {other}"
                    )


def _most(walks: list[Walk], letter: str) -> int | None:
    """The largest number of a letter in the texts of a game, if it is the same in all games."""
    mosts = {max((str(state).count(letter) for state in walk.states), default=0) for walk in walks}
    return mosts.pop() if len(mosts) == 1 else None


def _complete(state: Any, text: str) -> None:
    """Check that a position that was read is as good as any other."""
    try:
        wrong = turn_is_wrong(state)
        if not wrong and state.turn >= 0 and not state.actions():
            wrong = f"seat {state.turn} is to act and has no action"
        if not wrong and str(state.game.parse(str(state))) != str(state):
            wrong = "its own text reads as another"
    except Exception as error:
        wrong = raised(error)
    if wrong:
        raise Flaw(f"parse({text!r}) reads a position in which something is wrong: {wrong}")


def mutations(text: str, rng: Random) -> Iterator[str]:
    """Variants of ``text``, which ``rng`` chooses: a character or field is lost, changed, added, doubled or absurd."""
    alphabet = "".join(sorted({*text, *"019-x. \u0663"}))
    for _ in range(4):
        place = rng.randrange(len(text) + 1)
        rest = text[place + 1 :]
        yield text[:place] + rest
        yield text[:place] + rng.choice(alphabet) + rest
        yield text[:place] + rng.choice(alphabet) + text[place:]
    yield text[: len(text) // 2]
    fields = text.split(" ")
    place = rng.randrange(len(fields))
    for put in ([], [fields[place]] * 2, ["-1"], ["99"], ["1" + "0" * 30], ["-"], [""]):
        yield " ".join([*fields[:place], *put, *fields[place + 1 :]])
    rng.shuffle(fields)
    yield " ".join(fields)


TEXTS: Final[tuple[Rung, ...]] = (
    Rung(
        check=at_every_state(_reads_back),
        name="position-text",
        title="a position written and read again is the same position",
        why="Positions are sent to programs, kept in records and typed on the command line as text. "
        "What the text leaves out is lost.",
        look="__str__ and parse: does every field of the state that matters stand in the text, and is each read back? "
        "If it is the key that differs: a ply counter belongs neither in the key nor, therefore, in this comparison.",
    ),
    Rung(
        check=_unreadable,
        name="unreadable-positions",
        title="a text that is not a position raises UnreadablePosition, and nothing else",
        why="People type these texts. After a mistake they need a sentence that says what was expected, not a "
        "traceback; and a text that is read must be a position that can be played.",
        look="parse: compare the whole text with its pattern before you use a part of it "
        "(re.fullmatch; [0-9] rather than \\d), and refuse positions that cannot be.",
    ),
    Rung(
        check=_reachable,
        name="reachable-positions",
        title="parse reads no position that no game can reach, as far as counting shows",
        why="A position with one man too many, or with the wrong side to act, breaks what the rules assume. "
        "A game may want to allow such positions, so this is no failure.",
        look="parse: count the men of each side; where the count says whose turn it is, compare.",
    ),
    Rung(
        check=at_every_state(_action_reads_back),
        name="action-text",
        title="an action written and read again is the same action",
        why="Programs and people name actions by their texts, so each text must name one action, and str and read "
        "must agree.",
        look="__str__ of the actions: do two have the same text? If you wrote your own read: is it the reverse?",
    ),
    Rung(
        check=at_every_state(_refuses),
        name="illegal-actions",
        title="play does what apply does, and refuses anything else with IllegalAction",
        why="apply trusts its caller; play checks its argument. BaseState has it, so usually there is nothing to do.",
        look="play, read and why_not, if you wrote any of them: they must handle every text.",
    ),
    Rung(
        check=_changes_agree,
        name="changed-positions",
        title="an action that is refused is legal in a changed position only if actions has it there",
        why="'explain --unless' tells what would make an action legal, and the reason must agree with that.",
        look="read, actions and parse: do all three take their answers from the same fields of the state?",
    ),
)
