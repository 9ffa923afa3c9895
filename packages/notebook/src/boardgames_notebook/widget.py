"""The board as a Jupyter widget: one ESM module around the script of the page of ``boardgames web``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import anywidget
import attrs
import traitlets

from boardgames.contest import new_seed
from boardgames.core.lookup import load
from boardgames.core.model import Game, IllegalAction, State, UnreadablePosition
from boardgames.core.text import described, printable
from boardgames.view import packaged_text as read_view, style
from boardgames.web import BadMessage, ChooseSpots, NewGame, PlayAction, RequestUndo, read_table_message
from boardgames_notebook.table import NotebookTable, Opponent, Shown

RULE_OF_BOARD: Final = re.compile(r"^#board.*$", re.MULTILINE)
DARK: Final = "@media (prefers-color-scheme:dark){\n"


def script() -> str:
    """The ESM module: the page's board with its motion, and the widget around it, in one file."""
    board = files("boardgames.web").joinpath("assets", "board.js").read_text(encoding="utf-8")
    widget = files(__package__).joinpath("widget.js").read_text(encoding="utf-8")
    _, _, board = board.partition('from "./motion.js";')
    return (read_view("motion.js") + board).replace("export class", "class") + widget


def style_sheet() -> str:
    """The page's rules for its board, for every board of a notebook."""
    page = files("boardgames.web").joinpath("assets", "page.css").read_text(encoding="utf-8")
    light, _, dark = page.partition(DARK)
    rules = ["\n".join(RULE_OF_BOARD.findall(part)) for part in (light, dark)]
    text = f"{rules[0]}\n@media (prefers-color-scheme:dark){{\n{rules[1]}\n}}\n".replace("#board", ".boardgames .board")
    own = files(__package__).joinpath("widget.css").read_text(encoding="utf-8")
    return style("auto") + own + text


class BoardWidget(anywidget.AnyWidget):
    """A board to click on, in Jupyter and wherever else widgets of its kind are shown.

    ``game`` is a name as on the command line (``"ur:tokens=3"``), a game, or a state to begin from.  ``opponent`` plays
    all seats but ``seat``; ``opponents`` names the players of single seats; a person plays the rest.  The board
    is seen from ``seat``.  ``seed`` decides dice and opponents.

    ``state`` is the position now.  Assign another one, or its text, and the board shows it and a game
    begins there.  ``actions`` are the actions so far, dice included, as texts.  Both can be observed.

    Raises :class:`~boardgames.core.model.game.UnknownGame`, :class:`~boardgames.core.model.options.BadOption`
    and :class:`~boardgames.contest.BadEntrant`.
    """

    _esm = script()
    _css = style_sheet()

    state = traitlets.Any()
    actions = traitlets.Tuple()
    seat = traitlets.Int(0)
    western = traitlets.Bool(False)
    shown = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str | Game | State = "ur",
        *,
        opponent: Opponent | None = None,
        opponents: Mapping[int, Opponent] | None = None,
        seat: int = 0,
        seed: int | None = None,
        western: bool = False,
    ) -> None:
        start = load(game).start() if isinstance(game, str) else game.start() if hasattr(game, "start") else game
        others = {} if opponent is None else {other: opponent for other in range(start.game.seats) if other != seat}
        self._opponents: dict[int, Opponent] = {**others, **(opponents or {})}
        self._seed = new_seed() if seed is None else seed
        self._games = 0
        self._showing = False
        self._table = NotebookTable(start, self._opponents, self._seed)
        super().__init__(state=start, seat=seat, western=western)
        self.on_msg(self._hear)
        self.observe(self._state_set, "state")
        self.observe(lambda change: self._show(), ["seat", "western"])
        self._go_on()

    # -- from Python ----------------------------------------------------------------

    def play(self, action: Any) -> None:
        """Play an action or its text, as a click does; then dice are thrown and opponents answer.

        Raises :class:`~boardgames.core.model.game.IllegalAction`.
        """
        self._table.play(action)
        self._go_on()

    def undo(self) -> None:
        """Take back a person's last action, and what came after it."""
        self._table.undo()
        self._show()

    def restart(self) -> None:
        """Begin the game again from where it began, with other dice."""
        self._begin(self._table.playthrough.start)

    @traitlets.validate("state")
    def _read_state(self, proposal: Any) -> State:
        """A position as text becomes a state of this game.  Raises :class:`traitlets.TraitError`."""
        value = proposal["value"]
        if isinstance(value, str):
            try:
                return self._table.state.game.parse(value)  # type: ignore[no-any-return]
            except UnreadablePosition as error:
                raise traitlets.TraitError(f"unreadable position: {error}") from None
        if not hasattr(value, "actions") or not hasattr(value, "game"):
            raise traitlets.TraitError(f"expected a state of a game, or the text of a position, not {value!r}")
        return value  # type: ignore[no-any-return]

    def _state_set(self, change: Any) -> None:
        if not self._showing:
            self._begin(change["new"])

    def _begin(self, start: State) -> None:
        self._table = NotebookTable(start, self._opponents, self._seed + self._games)
        self._games += 1
        self._go_on()

    # -- from the page ----------------------------------------------------------------

    def _hear(self, widget: object, content: object, buffers: object) -> None:
        """A message of the page.  Whatever a notebook sends, nothing is raised into the kernel."""
        try:
            version = content.pop("version", None) if isinstance(content, dict) else None
            message = read_table_message(json.dumps(content))
            if version == self._games:
                self._do(message)
        except (BadMessage, IllegalAction) as error:
            self.send({"error": printable(str(error))})
        except Exception as error:  # the rules and players may be a stranger's
            self.send({"error": printable(described(error))})

    def _do(self, message: object) -> None:
        table = self._table
        if isinstance(message, PlayAction):
            if message.ply == table.playthrough.plies and table.asks_person:
                self.play(message.action)
        elif isinstance(message, ChooseSpots):
            choice = table.choice(message.path, self.seat) if message.ply == table.playthrough.plies else None
            if choice is not None:
                svg = table.pictures.choice(choice.scene, self.western)
                self.send({"svg": svg, "status": choice.scene.caption, "ply": message.ply})
        elif isinstance(message, RequestUndo):
            self.undo()
        elif isinstance(message, NewGame):
            self.restart()

    # -- to the page --------------------------------------------------------------------

    def _go_on(self) -> None:
        """Throw dice and let opponents act until a person is asked; each step is shown."""
        self._show()
        while self._table.step():
            self._show()

    def _show(self) -> None:
        table = self._table
        picture = table.pictures.picture(table.playthrough.plies, self.seat, self.western)
        shown = Shown(
            svg=picture.svg,
            paths=table.paths(),
            ply=table.playthrough.plies,
            status=printable(table.status()),
            can_undo=table.can_undo,
            version=self._games,
        )
        self._showing = True
        try:
            self.state = table.state
            self.actions = tuple(table.playthrough.texts)
            self.shown = attrs.asdict(shown)
        finally:
            self._showing = False
