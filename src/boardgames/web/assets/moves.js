// The list of moves, and which ply the board shows.

import { t } from "./translate.js";

const SHOWN_SECONDS = 1; // shorter times say nothing

export const duration = (seconds) => {
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 60) return t("{seconds} s", { seconds: seconds.toFixed(1) });
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** What a clock shows; tenths of a second where little is left. */
export const countdown = (seconds) => {
  if (seconds < 10) return `0:0${(Math.floor(10 * seconds) / 10).toFixed(1)}`;
  if (seconds < 60) return `0:${Math.floor(seconds)}`;
  return duration(Math.floor(seconds));
};

export class Moves {
  /** `go` gets the ply to show, or `null` for the game as it is now. */
  constructor(go) {
    this.list = document.getElementById("moves");
    this.slider = document.getElementById("slider");
    this.output = document.getElementById("ply");
    this.plies = [];
    this.at = null;
    const step = (id, ply) => (document.getElementById(id).onclick = () => go(this.bounded(ply())));
    step("first", () => 0);
    step("back", () => this.shown() - 1);
    step("forth", () => this.shown() + 1);
    step("end", () => this.plies.length);
    this.slider.oninput = () => go(this.bounded(Number(this.slider.value)));
    this.list.onclick = (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      go(this.bounded(Number(link.hash.slice(1))));
    };
  }

  /** The ply that the board shows. */
  shown() {
    return this.at ?? this.plies.length;
  }

  /** The nearest ply that exists; `null` for the last. */
  bounded(ply) {
    return ply >= this.plies.length ? null : Math.max(0, ply);
  }

  reset() {
    this.plies = [];
    this.list.replaceChildren();
  }

  add(ply) {
    this.plies.push(ply);
    const link = document.createElement("a");
    link.href = `#${ply.ply}`;
    link.textContent = ply.label;
    link.setAttribute("aria-label", ply.text);
    link.title = ply.info ? `${ply.text} — ${ply.info}` : ply.text;
    if (ply.seat >= 0 && ply.seconds >= SHOWN_SECONDS) {
      const small = document.createElement("small");
      small.textContent = duration(ply.seconds);
      link.append(" ", small);
    }
    const row = document.createElement("li");
    row.className = ply.seat < 0 ? "dice" : `seat${ply.seat}`;
    row.append(link);
    this.list.append(row);
  }

  /** Write behind an action what it gave away: by its ply, the mark and what that means. */
  judge(marks) {
    [...this.list.children].forEach((row, place) => {
      const { text } = this.plies[place];
      const [mark, meaning] = marks[place + 1] ?? ["", ""];
      const link = row.firstElementChild;
      link.querySelector("b")?.remove();
      link.setAttribute("aria-label", mark ? `${text}, ${meaning}` : text);
      if (!mark) return;
      const shown = document.createElement("b");
      shown.textContent = ` ${mark}`;
      link.append(shown);
    });
  }

  takeBack(plies) {
    this.plies.splice(this.plies.length - plies);
    while (this.list.children.length > this.plies.length) this.list.lastElementChild.remove();
    if (this.at !== null) this.at = this.bounded(this.at);
  }

  /** Mark the ply that the board shows. */
  mark() {
    const shown = this.shown();
    this.slider.max = this.plies.length;
    this.slider.value = shown;
    this.output.textContent = `${shown} / ${this.plies.length}`;
    [...this.list.children].forEach((row, place) => {
      const now = place + 1 === shown;
      row.classList.toggle("now", now);
      if (now) row.firstElementChild.setAttribute("aria-current", "true");
      else row.firstElementChild.removeAttribute("aria-current");
    });
    const row = this.list.children[shown - 1];
    this.list.scrollTop = row ? row.offsetTop - this.list.offsetTop - this.list.clientHeight / 2 : 0;
  }
}
