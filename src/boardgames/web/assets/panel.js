// The parts around the board: players with their clocks, what they think, hints, errors.

import { countdown } from "./moves.js";
import { t } from "./translate.js";

const LOW_TIME = 20; // seconds
const KEPT_LINES = 200; // of what players think
const by = (id) => document.getElementById(id);

export const show = (id, text) => {
  const element = by(id);
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
};

/** The time that each seat has left, where the game has clocks; the clock of the seat to act runs. */
export class Clocks {
  constructor() {
    this.rows = [...document.querySelectorAll(".players li")];
    this.left = [];
    this.turn = -2;
    setInterval(() => this.draw(), 100);
  }

  /**
   * Each seat's seconds when the turn began (`null`: no clock), and for each answer when those are used up; whose turn
   * it is, and for how long already.  The clock of a seat in `awaited` stands still.
   */
  run({ left, byoyomi, seat, elapsed, awaited }) {
    this.left = left;
    this.byoyomi = byoyomi;
    this.turn = seat;
    this.stands = awaited.includes(seat);
    this.since = performance.now() - 1000 * elapsed;
    this.draw();
  }

  stop() {
    this.turn = -2;
    this.draw();
  }

  draw() {
    const running = (performance.now() - this.since) / 1000;
    this.rows.forEach((row, seat) => {
      const next = seat === this.turn;
      const start = this.left[seat] ?? null;
      const main = start === null ? null : start - (next && !this.stands ? running : 0);
      const left = main === null || main > 0 ? main : Math.max(0, main + this.byoyomi);
      const clock = row.querySelector(".clock");
      const text = left === null ? "" : countdown(left);
      row.classList.toggle("next", next);
      clock.classList.toggle("low", left !== null && left < LOW_TIME);
      if (clock.textContent !== text) clock.textContent = text;
    });
  }
}

export const addOutput = (lines) => {
  const element = by("output");
  const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 30;
  const all = element.textContent.split("\n").filter(Boolean).concat(lines);
  element.textContent = all.slice(-KEPT_LINES).join("\n");
  by("thinking").hidden = false;
  if (atEnd) element.scrollTop = element.scrollHeight;
};

export const clearOutput = () => {
  by("output").textContent = "";
  by("thinking").hidden = true;
};

/** What `--reload` says of the rules: a mistake with its line, or what became of the game. */
export const showReport = ({ mistake, note }) => {
  by("report").hidden = !mistake && !note;
  by("report").classList.toggle("mistake", Boolean(mistake));
  show("report-sentence", mistake?.sentence ?? "");
  show("report-place", mistake?.file ? (mistake.line ? t("{file}, line {line}", mistake) : mistake.file) : "");
  show("report-source", mistake?.source ?? "");
  show("report-note", note ?? "");
};

/** List the best chances with their actions; `point` gets the path of the action under the pointer or the focus. */
export const showHints = (rated, point) => {
  const list = by("hints");
  list.hidden = !rated.length;
  list.replaceChildren(
    ...rated.map(({ chance, actions }) => {
      const row = document.createElement("li");
      row.append(`${chance.toFixed(1)} %`);
      for (const { action, text, path } of actions) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.title = action;
        button.onclick = button.onfocus = button.onmouseenter = () => point(path);
        row.append(" ", button);
      }
      return row;
    }),
  );
};
