"""ModelAnswer: one answer of a language model, as the player that asked for it reports it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

TRANSPORT: Final = "transport"
"""The kind of an answer that did not come: the server failed."""
REMARK: Final = 1000
"""The most characters of a remark."""
LEGAL: Final = ("answer", "resign")
"""The kinds of answers that can be played."""


@attrs.frozen(kw_only=True)
class TokenCounts:
    """The tokens of an answer, as the server counts them."""

    prompt: int = 0
    cached: int = 0
    """Those of the prompt that the server had read before."""
    answer: int = 0
    """Those of the answer, its reasoning included."""
    reasoning: int = 0


@attrs.frozen(kw_only=True)
class Completion:
    """The answer of a model, as its server sends it."""

    response: str = ""
    reasoning: str = ""
    """The thoughts that the server hands over apart from the answer."""
    finish: str = ""
    """The server's word for the end of the answer: ``stop``, ``length``, ..."""
    answered: str = ""
    """The model that answered, as the server says it; empty if it does not."""
    tokens: TokenCounts | None = None
    """``None`` if the server does not count them."""
    first_token: float | None = None
    """Seconds until the answer began."""
    request: str = ""
    """The server's name for the request."""
    cost: float | None = None
    """The cost that the server says; ``None`` if it does not."""


@attrs.frozen(kw_only=True)
class ModelAnswer(Completion):
    """An attempt at an action: the prompt, the answer and its meaning."""

    ply: int
    position: str
    attempt: int
    """Counted from 1 for each action."""
    model: str
    """The model that was asked."""
    host: str = ""
    """The server's host and port."""
    settings: str = ""
    """The player's options that shape the prompt and are not at their defaults."""
    brief: str = ""
    """The digest of the part of the prompt that is the same for a whole game."""
    digest: str = ""
    """The SHA-256 of all messages."""
    messages: Sequence[tuple[str, str]] = ()
    """The messages that were sent: the role and the text of each."""
    kind: str
    """``answer`` or ``resign``; a kind of refusal: ``illegal``, ``garbled``, ``truncated``, ``empty`` or ``declined``;
    or :data:`TRANSPORT`."""
    said: str = ""
    """The part of the answer that was refused."""
    why: str = ""
    """The reason why it was refused, or the failure."""
    code: str = ""
    """The code of ``why``."""
    action: str | None = None
    """The action that is played."""
    by_chance: bool = False
    """True if ``action`` was drawn after the last attempt, and is not the model's."""
    seconds: float = 0.0

    @property
    def remark(self) -> str:
        """The last paragraph before the action, on one line."""
        before = self.response.rpartition("{")[0].rstrip().removesuffix("```json").removesuffix("```").strip()
        return " ".join(before.rpartition("\n\n")[2].split())[-REMARK:]

    def fields(self) -> dict[str, Any]:
        """The answer in plain values, as a transcript has it."""
        fields = attrs.asdict(self)
        fields["messages"] = [{"role": role, "content": text} for role, text in self.messages]
        return fields
