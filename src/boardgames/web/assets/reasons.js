// Why not: the reasons for places that look possible and are not, as marks on the board and in words.

import { t } from "./translate.js";

const PAUSE = 150; // milliseconds for which a choice rests before its reasons are asked for: quick players wait for nothing
const SEVERAL = t("it cannot move. The places with a broken ring say why");
const by = (id) => document.getElementById(id);

export class Reasons {
  /**
   * `ask` gets a path of spots, or an action that is to be made legal; its answer comes to `answer` or `unless`.
   * `say` gets what was clicked, and why it is not possible.
   */
  constructor(board, { ask, say }) {
    this.board = board;
    this.ask = ask;
    this.say = say;
    this.refusal = null; // what was clicked and could not be chosen
    this.listed = "[]"; // the reasons that are listed
    this.timer = 0;
    by("why-not").addEventListener("toggle", () => by("why-not").open && ask(board.path));
    const point = (event) => this.point(event.target.closest(".spot.barred"));
    for (const kind of ["pointerover", "focusin"]) board.element.addEventListener(kind, point);
  }

  /** Another position, or the same for somebody else: nothing is known of it. */
  reset(mine) {
    this.chosen([]);
    if (mine && by("why-not").open) this.ask([]);
  }

  /** The spots chosen so far have changed. */
  chosen(path) {
    clearTimeout(this.timer);
    this.refusal = null;
    if (this.board.barred.size) this.board.bar(new Map());
    this.list([]);
    this.point(null);
    if (path.length) this.timer = setTimeout(() => this.ask(path), PAUSE);
  }

  /** A spot was clicked that cannot be chosen. */
  refused(label, path) {
    const known = this.board.barred.get(path.at(-1));
    if (known) return this.say(label, known);
    this.refusal = { label, path: String(path) };
    this.ask(path);
  }

  answer({ path, reasons }) {
    const here = reasons.find((reason) => reason.spot === null);
    const onward = reasons.filter((reason) => reason.spot !== null);
    const alike = new Set(onward.map((reason) => reason.why)).size === 1;
    const isRefusal = this.refusal?.path === String(path);
    if (isRefusal) this.say(this.refusal.label, here?.why ?? (alike ? onward[0].why : onward.length ? SEVERAL : ""));
    else if (String(path) !== String(this.board.path)) return;
    if (isRefusal) this.refusal = null; // an answer about the choice so far may come before the one that was asked for
    if (isRefusal && (this.board.path.length || here || alike)) return; // a choice that has begun keeps its marks
    if (path.length) this.board.bar(new Map(onward.map((reason) => [reason.spot, reason.why])));
    this.list(reasons);
  }

  /** All reasons in words. */
  list(reasons) {
    const listed = JSON.stringify(reasons);
    if (listed === this.listed) return; // the same answer again: what was asked about its rows stays
    this.listed = listed;
    by("reasons").replaceChildren(
      ...reasons.map(({ action, why }) => {
        const row = document.createElement("li");
        const name = document.createElement("button");
        name.type = "button";
        name.textContent = action;
        name.title = t("What would make it legal?");
        name.onclick = () => this.ask([], action);
        row.append(name, t(": {why}", { why }));
        row.dataset.action = action;
        return row;
      }),
    );
  }

  /** Say behind an action what would make it legal, and mark the spots that would differ. */
  unless({ action, sentence, spots }) {
    const row = [...by("reasons").children].find((each) => each.dataset.action === action);
    row?.querySelector("p")?.remove();
    const words = document.createElement("p");
    words.textContent = sentence;
    row?.append(words);
    if (row) this.board.differ(spots);
  }

  /** Say the reason of the spot under the pointer or the focus. */
  point(spot) {
    const reason = spot && this.board.barred.get(spot.dataset.spot);
    by("why").textContent = reason ? spot.dataset.label + t(": {why}", { why: reason }) : "";
  }
}
