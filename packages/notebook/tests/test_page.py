"""The widget's script in a browser: clicks become actions, and states from Python are shown."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
from boardgames_notebook import BoardWidget
from boardgames_notebook.widget import script, style_sheet

from tests.view.browser import browser

pytestmark = pytest.mark.thorough

HOST = """
<!doctype html><style>STYLE</style><div id="cell"></div>
<script type="module">
const heard = {};
let shown = null;
const tell = (name, ...words) => (heard[name] ?? []).forEach((each) => each(...words));
const model = {
  get: () => shown,
  send: async (message) => deliver(await toPython(message)),
  on: (name, each) => (heard[name] ??= []).push(each),
  off() {},
};
window.deliver = (facts) => facts.forEach(([kind, fact]) => {
  if (kind === "shown") { shown = fact; tell("change:shown"); } else tell("msg:custom", fact);
});
window.begin = async (source, first) => {
  shown = first;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  (await import(url)).default.render({ model, el: document.getElementById("cell") });
  document.body.dataset.ready = "yes";
};
</script>
"""


class Cell:
    """A widget, and a page that shows it as a notebook does."""

    def __init__(self, page: Any, board: BoardWidget) -> None:
        self.page, self.board = page, board
        self.facts: list[Any] = []
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        board.send = lambda message: self.facts.append(("message", message))
        board.observe(lambda change: self.facts.append(("shown", change["new"])), "shown")
        page.expose_function("toPython", self.hear)
        page.set_content(HOST.replace("STYLE", style_sheet()))
        page.wait_for_function("() => Boolean(window.begin)")
        page.evaluate("([source, first]) => begin(source, first)", [script(), board.shown])

    def hear(self, message: Any) -> list[Any]:
        self.board._hear(self.board, message, None)
        return self.sent()

    def sent(self) -> list[Any]:
        facts, self.facts = self.facts, []
        return facts

    def click(self, spot: str) -> None:
        self.page.locator(f'[data-spot="{spot}"] .hit').click(force=True)

    def assert_status(self, text: str) -> None:
        self.page.locator(".status", has_text=text).wait_for()


def test_clicks_and_states_in_chromium() -> None:
    with browser() as window:
        page = window.new_page(viewport={"width": 700, "height": 800})
        board = BoardWidget("morris", opponent="greedy", seed=1)
        cell = Cell(page, board)
        cell.click("d6")
        page.wait_for_function("document.querySelectorAll('.last').length > 0")
        assert board.actions[0] == "d6" and len(board.actions) == 2
        page.get_by_role("button", name="Undo").click()
        page.wait_for_function("document.querySelector('.controls button:nth-child(2)').disabled")
        assert not board.actions
        board.state = "B.B.B..B.......W.WW.W... b 5 5 9"
        page.evaluate("(facts) => deliver(facts)", cell.sent())
        cell.click("d7")
        cell.assert_status("Choose 2 men to remove")
        page.get_by_role("button", name="Cancel").click()
        cell.assert_status("is to move")
        cell.click("a7")
        page.locator(".error", has_text="no legal move").wait_for()
        assert not cell.errors
