// The widget: a board in a notebook.  The class Board of the page stands above it in the same file.

const create = (name, properties) => Object.assign(document.createElement(name), properties);

function render({ model, el }) {
  const area = create("div", { className: "board", tabIndex: -1 });
  const status = create("p", { className: "status" });
  const error = create("p", { className: "error", hidden: true });
  const cancel = create("button", { type: "button", textContent: "Cancel", disabled: true });
  const undo = create("button", { type: "button", textContent: "Undo" });
  const again = create("button", { type: "button", textContent: "New game" });
  const controls = create("div", { className: "controls" });
  const root = create("div", { className: "boardgames" });
  status.setAttribute("aria-live", "polite");
  error.setAttribute("role", "alert");
  controls.append(cancel, undo, again);
  root.append(area, status, error, controls);
  el.append(root);

  const shown = () => model.get("shown");
  const send = (message) => model.send({ ...message, version: shown().version });
  const complain = (sentence) => {
    error.textContent = sentence;
    error.hidden = !sentence;
  };
  const board = new Board(area, {
    choose: (action) => send({ do: "act", ply: shown().ply, action }),
    changed(path) {
      cancel.disabled = !path.length;
      complain("");
      if (path.length) send({ do: "choose", ply: shown().ply, path });
      else status.textContent = shown().status;
    },
    refused: (label) => complain(`${label}: no legal move. You can choose the outlined places.`),
  });
  const show = () => {
    const { svg, paths, status: sentence, can_undo: canUndo } = shown();
    const asked = Object.keys(paths).length > 0;
    board.show(svg);
    board.offer(asked ? paths : null);
    status.textContent = sentence;
    cancel.disabled = true;
    undo.disabled = !canUndo;
    complain("");
  };
  const hear = (message) => {
    if (message.error) {
      show(); // what was chosen may be chosen again
      complain(message.error);
    } else if (message.ply === shown().ply && board.path.length) {
      board.redraw(message.svg);
      status.textContent = message.status;
    }
  };
  cancel.onclick = () => board.cancel();
  undo.onclick = () => send({ do: "undo" });
  again.onclick = () => send({ do: "new" });
  model.on("change:shown", show);
  model.on("msg:custom", hear);
  show();
  return () => {
    model.off("change:shown", show);
    model.off("msg:custom", hear);
  };
}

export default { render };
