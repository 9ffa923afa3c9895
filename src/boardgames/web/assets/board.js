// The board: a picture with spots.  A path of spots through a trie chooses an action; this knows no rule.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `choose` gets the text of an action; `changed` the labels of the spots chosen so far, and how many may follow. */
  constructor(element, choose, changed) {
    this.element = element;
    this.choose = choose;
    this.changed = changed;
    this.paths = null; // the trie of the legal actions
    this.path = [];
    this.hinted = [];
    element.addEventListener("click", (event) => this.clicked(event));
    element.addEventListener("keydown", (event) => this.pressed(event));
  }

  spots() {
    return [...this.element.querySelectorAll(".spot")];
  }

  spot(name) {
    return this.element.querySelector(`[data-spot="${CSS.escape(name)}"]`);
  }

  /** The trie below the spots chosen so far. */
  node() {
    return this.path.reduce((node, name) => node[name], this.paths ?? {});
  }

  /** Show another picture; the focus stays on its spot. */
  show(svg) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.spot : null;
    this.element.innerHTML = svg;
    for (const spot of this.spots()) spot.dataset.label = spot.getAttribute("aria-label");
    this.mark();
    if (focused === null) return;
    const again = focused === undefined ? null : this.spot(focused);
    (again ?? this.element.querySelector(".spot.open") ?? this.element).focus();
  }

  /** Let an action be chosen in this picture; `null` for none. */
  offer(paths) {
    this.paths = paths;
    this.path = [];
    this.hinted = [];
    this.mark();
  }

  cancel() {
    if (!this.path.length) return;
    const begun = this.path[0];
    this.path = [];
    this.mark();
    this.changed([], 0);
    this.spot(begun)?.focus();
  }

  /** Mark the spots of a hint. */
  hint(path) {
    this.hinted = path;
    this.mark();
  }

  mark() {
    const next = this.node();
    for (const spot of this.spots()) {
      const name = spot.dataset.spot;
      const open = Object.hasOwn(next, name);
      const chosen = this.path.includes(name);
      const choice = spot.classList.contains("choice");
      spot.classList.toggle("open", open);
      spot.classList.toggle("chosen", chosen);
      spot.classList.toggle("hinted", this.hinted.includes(name));
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", open ? "0" : "-1");
      spot.setAttribute("aria-disabled", String(!open));
      spot.setAttribute("aria-hidden", String(choice && !open));
      spot.setAttribute("aria-label", spot.dataset.label + (chosen ? ", chosen" : open ? ", may be chosen" : ""));
    }
    this.element.classList.toggle("choosing", this.path.length > 0);
  }

  clicked(event) {
    const spot = event.target.closest(".spot");
    if (spot) this.take(spot.dataset.spot);
  }

  take(name) {
    if (!this.paths) return;
    let next = this.node();
    if (!Object.hasOwn(next, name)) {
      const again = this.path.length && this.path[0] !== name && Object.hasOwn(this.paths, name);
      this.cancel();
      if (!again) return;
      next = this.paths;
    }
    const follows = next[name];
    if (typeof follows === "string") {
      this.offer(null);
      this.choose(follows);
      return;
    }
    this.path.push(name);
    this.mark();
    this.changed(this.path.map((each) => this.spot(each)?.dataset.label ?? each), Object.keys(follows).length);
    const choice = this.element.querySelector(".spot.choice.open");
    if (choice && this.element.contains(document.activeElement)) choice.focus();
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const spot = event.target.closest(".spot");
    if (event.key === "Escape") {
      this.cancel();
    } else if (spot && (event.key === "Enter" || event.key === " ")) {
      this.take(spot.dataset.spot);
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
