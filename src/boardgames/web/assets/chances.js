// The chances of a game: their graph, marks in the list of moves, and the analysis of a game that is over.
//
// The graph is drawn by the server, as that of a recorded game, and graph.js makes it work: see there for the events.

import { show } from "./panel.js";
import { t } from "./translate.js";

const by = (id) => document.getElementById(id);

export class Chances {
  /** `go` gets the ply to show, `showStep` a step of a better line, or `null` for the game itself. */
  constructor(moves, { go, showStep, send }) {
    this.moves = moves;
    this.drawn = false;
    document.addEventListener("goto", (event) => go(moves.bounded(event.detail)));
    document.addEventListener("line", (event) => showStep(event.detail));
    by("analyse-game").onclick = () => send({ do: "analyse" });
    by("stop-analysis").onclick = () => send({ do: "stop-analysis" });
  }

  draw({ html, judged, lines, marks }) {
    const focused = document.activeElement?.id === "graph";
    this.drawn = Boolean(html);
    by("chances").innerHTML = html;
    by("chances").hidden = !html;
    this.moves.judge(marks ?? {});
    if (!html) return;
    document.dispatchEvent(new CustomEvent("judged", { detail: { judged, lines, better: t("Better: ") } }));
    this.follow();
    if (focused) by("graph").focus();
  }

  /** Show in the graph which ply the board shows. */
  follow() {
    if (this.drawn) document.dispatchEvent(new CustomEvent("ply", { detail: this.moves.shown() }));
  }

  /** How far the analysis is, and what this page may do with it. */
  progress({ may_begin, may_stop, running, done, total, problem }) {
    const focused = document.activeElement === by("analyse-game");
    by("analyse-game").hidden = !may_begin;
    by("stop-analysis").hidden = !may_stop;
    by("analysis").hidden = !running;
    by("analysis-progress").max = total ?? 1;
    by("analysis-progress").value = done ?? 0;
    by("analysis-done").textContent = running ? t("{done} of {total} positions", { done, total }) : "";
    if (focused && may_stop) by("stop-analysis").focus();
    show("analysis-problem", problem ?? "");
  }
}
