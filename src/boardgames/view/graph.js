"use strict";
// The graph of chances: it follows the page's ply, and takes the page to the ply that is clicked.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const graph = document.getElementById("graph");
  const judged = document.getElementById("judged");
  const cursor = document.getElementById("cursor");
  const whole = judged.textContent;
  const last = data.judged.length - 1;
  const margin = Number(graph.querySelector("line").getAttribute("x1"));
  const width = graph.viewBox.baseVal.width - 2 * margin;
  graph.setAttribute("role", "slider");
  graph.setAttribute("tabindex", "0");
  graph.setAttribute("aria-valuemin", "0");
  graph.setAttribute("aria-valuemax", String(last));
  graph.style.cursor = "pointer";

  document.addEventListener("ply", (event) => {
    const x = String(margin + (width * event.detail) / Math.max(1, last));
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    judged.textContent = event.detail === last ? whole : data.judged[event.detail];
    graph.setAttribute("aria-valuenow", String(event.detail));
    graph.setAttribute("aria-valuetext", data.judged[event.detail]);
  });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    const ply = Math.round(((place - margin) / width) * last);
    document.dispatchEvent(new CustomEvent("goto", { detail: Math.max(0, Math.min(last, ply)) }));
  });
})();
