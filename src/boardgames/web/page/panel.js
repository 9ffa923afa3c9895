// What stands around the board: the players with their clocks, what they think, hints, and what went wrong.

import { duration } from "./moves.js";

const KEPT = 200; // lines of talk
const by = (id) => document.getElementById(id);

export const show = (id, text) => {
  const element = by(id);
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
};

/** The time that each seat has used, or has left; the one of who is to act runs. */
export class Clocks {
  constructor() {
    this.rows = [...document.querySelectorAll(".players li")];
    this.clear([]);
    setInterval(() => this.draw(), 500);
  }

  clear(left) {
    this.used = this.rows.map(() => 0);
    this.left = left;
    this.turn = -2;
  }

  spend(ply) {
    if (ply.seat >= 0) this.used[ply.seat] += ply.seconds;
    this.left = ply.left;
  }

  run(seat, elapsed) {
    this.turn = seat;
    this.since = performance.now() - 1000 * elapsed;
    this.draw();
  }

  draw() {
    const running = (performance.now() - this.since) / 1000;
    this.rows.forEach((row, seat) => {
      const mine = seat === this.turn;
      const left = this.left[seat] ?? null;
      const now = mine ? running : 0;
      const shown = left === null ? this.used[seat] + now : Math.max(0, left - now);
      row.classList.toggle("next", mine);
      row.querySelector(".clock").textContent = duration(shown) + (left === null ? "" : " left");
    });
  }
}

export const talk = (lines) => {
  const element = by("talk");
  const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 30;
  const all = element.textContent.split("\n").filter(Boolean).concat(lines);
  element.textContent = all.slice(-KEPT).join("\n");
  by("talking").hidden = false;
  if (atEnd) element.scrollTop = element.scrollHeight;
};

export const silence = () => {
  by("talk").textContent = "";
  by("talking").hidden = true;
};

/** The best actions with their chances; `point` is handed the path of the one that somebody looks at. */
export const hints = (rated, point) => {
  const list = by("hints");
  list.hidden = !rated.length;
  list.replaceChildren(
    ...rated.map(({ action, path, chance }) => {
      const row = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${action}  ${chance.toFixed(1)} %`;
      button.onclick = button.onfocus = button.onmouseenter = () => point(path);
      row.append(button);
      return row;
    }),
  );
};
