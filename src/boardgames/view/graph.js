"use strict";
// The graph of chances: it follows the page's ply, and takes the page to the ply that is clicked.  Below it are the
// actions that were better than the one played; the page shows on its board the position after each.
//
// The page sends the events "judged", with what is known of the game whenever its graph is drawn anew, and "ply"; it
// hears "goto", with a ply, and "line", with a position of a line, or null for the game itself.
(() => {
  let data = null; // sentences by ply, lines by ply, and the words before a line
  let graph, judged, cursor, line, whole, last, margin, width;

  const draw = (detail) => {
    data = detail;
    [graph, judged, cursor, line] = ["graph", "judged", "cursor", "line"].map((id) => document.getElementById(id));
    whole = judged.textContent;
    last = data.judged.length - 1;
    const axis = graph.querySelector("line").x1.baseVal.value;
    [margin, width] = [axis, graph.querySelector("line").x2.baseVal.value - axis];
    graph.setAttribute("role", "slider");
    graph.setAttribute("tabindex", "0");
    graph.setAttribute("aria-valuemin", "0");
    graph.setAttribute("aria-valuemax", String(last));
    graph.style.cursor = "pointer";
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const place = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
      const ply = Math.round(((place - margin) / width) * last);
      document.dispatchEvent(new CustomEvent("goto", { detail: Math.max(0, Math.min(last, ply)) }));
    });
  };
  document.addEventListener("judged", (event) => draw(event.detail));

  let step = -1; // of the line on the board; -1 where the board shows the game
  const show = (place) => {
    const buttons = [...line.querySelectorAll("button")];
    step = place;
    buttons.forEach((button, number) => button.setAttribute("aria-pressed", String(number === step)));
    document.dispatchEvent(new CustomEvent("line", { detail: line.steps[step] ?? null }));
  };
  const follow = (ply) => {
    step = -1;
    line.steps = data.lines[ply] ?? [];
    line.hidden = !line.steps.length;
    line.replaceChildren(data.better);
    line.steps.forEach((each, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = each.text;
      button.setAttribute("aria-pressed", "false");
      button.onclick = () => show(place === step ? -1 : place);
      line.append(button, " ");
    });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !line?.steps?.length) return;
    if (event.key === "b" || event.key === "B") show(step + 1 < line.steps.length ? step + 1 : -1);
    else if (event.key === "Escape" && step >= 0) show(-1);
  });

  document.addEventListener("ply", (event) => {
    if (!data) return;
    const x = String(margin + (width * event.detail) / Math.max(1, last));
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    judged.textContent = event.detail === last ? whole : data.judged[event.detail];
    graph.setAttribute("aria-valuenow", String(event.detail));
    graph.setAttribute("aria-valuetext", data.judged[event.detail] ?? "");
    follow(event.detail);
  });
})();
