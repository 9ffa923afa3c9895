// The board: a picture with spots.  A path of spots through a trie chooses an action; this knows no rule.

import { Motion } from "./motion.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FEW = 6; // as many men may be outlined without lighting up the board
const DRAG_DISTANCE = 6; // pixels; a shorter way of the pointer is a click

const middle = (spot) => spot.getAttribute("transform").match(/-?[\d.]+/g).map(Number); // in the units of the drawing
const pixels = (x, y) => [x, y].map((length) => length + "px").join(" ");
const english = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export class Board {
  /**
   * `choose` gets the text of an action.  `changed` gets the names of the spots chosen so far, of which more must
   * follow.  `refused` gets the label of a spot that cannot be chosen now, and the spots up to it.  `elsewhere` hears
   * of clicks while nothing is offered.  `t` translates.
   */
  constructor(element, { choose, changed, refused, elsewhere = () => {}, t = english }) {
    this.element = element;
    this.choose = choose;
    this.changed = changed;
    this.refused = refused;
    this.elsewhere = elsewhere;
    this.t = t;
    this.paths = null; // the trie of the legal actions
    this.early = false; // whether it is that of actions before the turn
    this.path = [];
    this.hinted = [];
    this.aimed = []; // the spot under the pointer or the focus, and the only one where it leads
    this.differing = []; // spots that would differ, if an action were legal
    this.barred = new Map(); // spots that look possible and are not: the reasons
    this.pressed = null; // where the pointer went down
    this.lifted = null; // the man that follows the pointer
    this.dropped = null; // the spot where it was let go
    this.motion = new Motion(element);
    this.dragged = false; // whether the click that follows is the end of a drag
    this.svg = ""; // the picture of the position
    this.redrawn = false; // whether a choice is drawn into it
    for (const kind of ["pointerover", "focusin"]) element.addEventListener(kind, (event) => this.aim(event.target.closest(".spot")));
    for (const kind of ["pointerleave", "focusout"]) element.addEventListener(kind, () => this.aim(null));
    element.addEventListener("click", (event) => this.onClick(event));
    element.addEventListener("keydown", (event) => this.onKey(event));
    element.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    element.addEventListener("touchmove", (event) => this.onTouchMove(event), { passive: false });
    element.addEventListener("pointermove", (event) => this.onPointerMove(event));
    element.addEventListener("pointerup", (event) => this.onPointerUp(event));
    element.addEventListener("pointercancel", () => this.putBack());
  }

  spots() {
    return [...this.element.querySelectorAll(".spot")];
  }

  spot(name) {
    return this.element.querySelector(`[data-spot="${CSS.escape(name)}"]`);
  }

  label(name) {
    return this.spot(name)?.dataset.label ?? name;
  }

  /** Spots, by themselves those chosen so far: the man that is moved with its place, a man in hand without, then places. */
  pathInWords(path = this.path) {
    const place = (name) => this.spot(name)?.dataset.place ?? name;
    const [first, ...others] = path;
    const man = this.spot(first)?.dataset.man;
    const fromHand = man && this.spot(first).classList.contains("tray");
    const words = fromHand ? [man] : [place(first), ...(man ? [man] : [])];
    return [...words, ...others.map(place)].join(this.t(", "));
  }

  /** The trie below the spots chosen so far. */
  node() {
    return this.path.reduce((node, name) => node[name], this.paths ?? {});
  }

  /** Show another picture; the focus stays on its spot, or at least on the board. */
  show(svg) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.spot : null;
    const before = this.motion.seen();
    this.putDown();
    this.element.innerHTML = svg;
    this.svg = svg;
    this.motion.show(before, this.dropped);
    this.dropped = null;
    this.redrawn = false;
    for (const spot of this.inReadingOrder()) {
      spot.dataset.label = spot.getAttribute("aria-label");
      spot.parentNode.append(spot); // Tab follows the order of the document
    }
    this.mark();
    if (focused === null) return;
    const again = focused === undefined ? null : this.spot(focused);
    if (again && again.getAttribute("aria-hidden") !== "true") again.focus();
    else this.element.focus();
  }

  /** Draw another picture of the same position; its spots stay as they are, with the pointer and the focus on them. */
  redraw(svg) {
    const old = this.element.querySelector("svg");
    if (!old) return;
    const template = document.createElement("template");
    template.innerHTML = svg;
    const parts = (root) => [...root.children].filter((part) => !part.matches(".spot"));
    const drawn = parts(template.content.querySelector("svg"));
    const before = this.motion.seen();
    this.putDown();
    for (const part of parts(old)) part.remove();
    old.prepend(...drawn);
    old.setAttribute("aria-label", template.content.querySelector("svg").getAttribute("aria-label"));
    this.redrawn = true;
    this.drawArrow();
    this.motion.show(before, this.dropped);
  }

  /** The picture without a choice that was drawn into it. */
  restore() {
    if (this.redrawn) this.redraw(this.svg);
    this.redrawn = false;
  }

  /** The spots by rows; choices come last, because they are drawn over the other spots. */
  inReadingOrder() {
    const place = (spot) => {
      const [x, y] = middle(spot);
      return [Number(spot.classList.contains("choice")), y, x];
    };
    return this.spots()
      .map((spot) => [place(spot), spot])
      .sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
      .map(([, spot]) => spot);
  }

  /** Let an action be chosen in this picture, by keys from its first spot on, or `early`, before the turn; `null` for none. */
  offer(paths, early = false) {
    this.early = early;
    if (paths) {
      this.restore();
      this.putDown();
    }
    this.paths = paths;
    this.path = [];
    this.hinted = [];
    this.aimed = [];
    this.differing = [];
    this.barred = new Map();
    const focused = document.activeElement;
    if (!paths && focused.matches(".spot.choice")) this.element.focus(); // it is about to vanish
    this.mark();
    if (paths && !early && this.element.contains(focused)) this.focusFirst();
  }

  /** Choose spots that were chosen earlier, then go on with `goOn` as `follow` does; false if no action begins with them. */
  resume(path, goOn) {
    let node = this.paths;
    for (const name of path) {
      if (typeof node !== "object" || !Object.hasOwn(node, name)) return false;
      node = node[name];
    }
    this.follow(path, goOn);
    return true;
  }

  cancel() {
    const first = this.path[0];
    this.path = [];
    this.dropped = null;
    this.putDown();
    this.restore();
    this.mark();
    this.changed([]);
    if (first) this.spot(first)?.focus();
  }

  /** Mark the spots of a hint. */
  hint(path) {
    this.hinted = path;
    this.mark();
  }

  /** Mark spots that would differ, if an action were legal. */
  differ(spots) {
    this.differing = spots;
    this.mark();
  }

  /** Mark spots that look possible and are not, each with its reason. */
  bar(reasons) {
    this.barred = reasons;
    this.element.classList.toggle("crowded", reasons.size > 12); // rings on all men would say nothing
    this.mark();
  }

  mark() {
    const next = this.node();
    for (const spot of this.spots()) {
      const name = spot.dataset.spot;
      const open = Object.hasOwn(next, name);
      const chosen = this.path.includes(name);
      const choice = spot.classList.contains("choice");
      const reason = open || chosen ? undefined : this.barred.get(name);
      spot.classList.toggle("open", open && !this.early);
      spot.classList.toggle("early", open && this.early);
      spot.classList.toggle("chosen", chosen);
      spot.classList.toggle("barred", reason !== undefined);
      spot.classList.toggle("hinted", this.hinted.includes(name));
      spot.classList.toggle("differing", this.differing.includes(name));
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", open ? "0" : "-1");
      spot.setAttribute("aria-disabled", String(!open));
      spot.setAttribute("aria-hidden", String(choice && !open));
      const words = chosen ? this.t(", chosen") : open ? (this.early ? this.t(", may be chosen for later") : this.t(", may be chosen")) : reason ? this.t(", not possible: {reason}", { reason }) : "";
      spot.setAttribute("aria-label", spot.dataset.label + words);
      spot.querySelector("title")?.remove();
      if (reason) {
        const tooltip = document.createElementNS(spot.namespaceURI, "title");
        tooltip.textContent = reason;
        spot.prepend(tooltip);
      }
    }
    this.drawArrow();
    this.element.classList.toggle("choosing", this.path.length > 0);
    this.element.classList.toggle("few", Object.keys(next).length <= FEW);
  }

  /** Show where the man on a spot lands, if it has one way. */
  aim(spot) {
    const ways = this.path.length || !spot ? [] : Object.keys(Object(this.paths?.[spot.dataset.spot]));
    this.aimed = ways.length === 1 && typeof this.paths[spot.dataset.spot] === "object" ? [spot.dataset.spot, ways[0]] : [];
    this.drawArrow();
  }

  /** An arrow from the first place of a hint, or of what is aimed at, to the next. */
  drawArrow() {
    this.element.querySelector(".arrow")?.remove();
    for (const each of this.spots()) each.classList.toggle("landing", each.dataset.spot === this.aimed[1]);
    const [from, to] = (this.aimed.length ? this.aimed : this.hinted).map((name) => this.spot(name)).filter((spot) => spot && !spot.matches(".choice"));
    if (!to) return;
    const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const arrow = document.createElementNS(from.namespaceURI, "path");
    arrow.classList.add("arrow");
    arrow.setAttribute("d", `M0-7H${length - 34}V-22L${length} 0 ${length - 34} 22V7H0Z`);
    arrow.setAttribute("transform", `translate(${x0} ${y0})rotate(${(Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI})`);
    this.element.querySelector(".spot").before(arrow);
  }

  focusFirst() {
    this.element.querySelector(".spot.open")?.focus();
  }

  /** Choose a spot; go on while one way is left, but without dice show first where a man would go. */
  take(name) {
    if (!this.paths) return;
    if (Object.hasOwn(this.node(), name)) {
      this.follow([name], this.path.length > 0 || this.element.querySelector(".thrown") !== null);
    } else if (this.path[0] === name) {
      this.cancel();
    } else if (this.path.length && typeof this.paths[name] === "object") {
      this.path = [];
      this.restore();
      this.follow([name], false); // somebody who changes the choice wants to see it before it is played
    } else if (!this.path.includes(name)) { // a click on a place that the page chose by itself asks for nothing new
      this.refused(this.label(name), [...this.path, name]);
    }
  }

  /** Choose these spots, each of which may follow; then, with `goOn`, go on while one way is left. */
  follow(names, goOn = true) {
    let node = this.node();
    const rest = [...names];
    for (;;) {
      if (typeof node === "string") {
        this.offer(null);
        this.choose(node);
        return;
      }
      const [only, ...others] = Object.keys(node);
      const name = rest.shift() ?? (goOn && !others.length ? only : null);
      if (name === null) break;
      node = node[name];
      this.path.push(name);
    }
    this.mark();
    this.changed([...this.path]);
    const choice = this.element.querySelector(".spot.choice.open");
    if (choice && this.element.contains(document.activeElement)) choice.focus();
  }

  onClick(event) {
    const spot = event.target.closest(".spot");
    if (!this.paths && !this.dragged) this.elsewhere();
    if (spot && !this.dragged) this.take(spot.dataset.spot);
    this.dragged = false;
  }

  onPointerDown(event) {
    this.dragged = false;
    this.pressed = { name: event.target.closest(".spot")?.dataset.spot, x: event.clientX, y: event.clientY };
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** A finger on a man that can move drags it, and does not scroll the page. */
  onTouchMove(event) {
    if (this.spot(this.pressed?.name ?? "")?.matches(".occupied.open, .occupied.early, .occupied.chosen")) event.preventDefault();
  }

  spotUnder(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot");
  }

  /** A man that can move follows the pointer, and the places light up where it can go. */
  onPointerMove(event) {
    const from = this.pressed;
    if (!from?.name || !this.paths) return;
    if (!this.lifted && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= DRAG_DISTANCE) this.lift(from.name, event.pointerId);
    if (!this.lifted) return;
    const scale = this.lifted.getScreenCTM().a;
    this.lifted.style.translate = pixels((event.clientX - from.x) / scale, (event.clientY - from.y) / scale);
    const under = this.spotUnder(event);
    for (const spot of this.spots()) spot.classList.toggle("under", spot === under && spot.matches(".open, .early"));
  }

  /** Take up the last man on a spot, if one can move from there. */
  lift(name, pointer) {
    const man = [...this.element.querySelectorAll("[data-at]")].findLast((element) => element.dataset.at === name);
    if (!man || typeof this.paths[name] !== "object") return;
    this.path = [name];
    this.restore();
    this.mark();
    this.lifted = document.createElementNS(man.namespaceURI, "g");
    this.lifted.classList.add("lifted");
    this.lifted.append(man.cloneNode());
    this.element.querySelector("svg").append(this.lifted);
    man.classList.toggle("away", !man.nextElementSibling?.matches(".badge"));
    this.element.classList.add("dragging");
    this.element.setPointerCapture(pointer); // beyond the board too
  }

  /** The man that follows the pointer is not drawn there any more. */
  putDown() {
    this.lifted?.remove();
    this.lifted = null;
    this.element.classList.remove("dragging");
    for (const element of this.element.querySelectorAll(".away, .under")) element.classList.remove("away", "under");
  }

  /** Put the man back that follows the pointer; nothing is chosen. */
  putBack() {
    this.pressed = null;
    if (this.lifted) this.cancel();
  }

  /** A drag from a spot to another chooses both. */
  onPointerUp(event) {
    const from = this.pressed;
    this.pressed = null;
    if (!from?.name || !this.paths) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_DISTANCE && !this.lifted) return;
    const to = this.spotUnder(event)?.dataset.spot;
    if (this.lifted || (to && to !== from.name)) {
      this.dragged = true;
      setTimeout(() => (this.dragged = false)); // where no click follows
    }
    const start = this.paths[from.name];
    if (!to || to === from.name) {
      this.putBack();
      return;
    }
    if (start === undefined || !Object.hasOwn(start, to)) {
      this.putBack();
      const way = { from: this.label(from.name), to: this.label(to) };
      this.refused(this.t("{from} to {to}", way), [from.name, to]);
      return;
    }
    this.path = [];
    this.restore();
    this.dropped = this.lifted && to;
    this.follow([from.name, to]);
  }

  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const spot = event.target.closest(".spot");
    if (event.key === "Escape") {
      this.cancel();
    } else if (spot && (event.key === "Enter" || event.key === " ")) {
      const before = this.path.length;
      this.take(spot.dataset.spot);
      if (this.path.length > before) this.focusFirst();
    } else if (spot && event.key in DIRECTIONS) {
      this.beyond(spot, DIRECTIONS[event.key])?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest spot in a direction; spots straight ahead come before spots aside. */
  beyond(from, [x, y]) {
    const middle = (spot) => {
      const box = spot.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x0, y0] = middle(from);
    let best = null;
    let least = Infinity;
    for (const spot of this.spots()) {
      if (spot === from || spot.getAttribute("aria-hidden") === "true") continue;
      const [x1, y1] = middle(spot);
      const ahead = (x1 - x0) * x + (y1 - y0) * y;
      const aside = Math.abs((x1 - x0) * y) + Math.abs((y1 - y0) * x);
      if (ahead > 1 && aside < 2 * ahead && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = spot;
      }
    }
    return best;
  }
}
