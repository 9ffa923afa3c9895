// Motion: men slide to where they stand now, and dice roll, for a fifth of a second; not where less motion is asked for.

export class Motion {
  static SLIDE = 200; // milliseconds
  static MOST_MOVED = 4; // men that slide; where more have moved, the board shows another part of the game

  /** `root` has the drawing of a position, whose men name their spots. */
  constructor(root) {
    this.root = root;
    this.stillAt = 0; // when no piece moves any more
    this.less = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** What is drawn now, for `show` after it has been drawn anew. */
  seen() {
    return { men: this.men(), dice: this.dice().map((die) => die.innerHTML).join() };
  }

  /** Let the men slide that stand elsewhere than `before`, but for one on the spot `dropped`, and the dice roll that lie otherwise. */
  show(before, dropped = null) {
    if (this.less.matches || document.hidden) return;
    const moving = [...this.slides(before.men, dropped), ...this.rolls(before.dice)];
    for (const [element, frames] of moving) element.animate(frames, { duration: Motion.SLIDE, easing: "ease-out" });
    if (moving.length) this.stillAt = performance.now() + Motion.SLIDE;
  }

  /** Resolves when no piece moves any more. */
  async still() {
    const left = this.stillAt - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }

  /** The men by their spots: how they look, how many they are, the last of them, and where it is. */
  men() {
    const men = new Map();
    for (const element of this.root.querySelectorAll("[data-at]")) {
      const name = element.dataset.at;
      const href = element.getAttribute("href");
      const number = element.nextElementSibling?.matches(".badge") ? Number(element.nextElementSibling.nextElementSibling.textContent) : 1;
      const transform = element.getAttribute("transform");
      const place = transform?.match(/-?[\d.]+/g).slice(0, 2) ?? ["x", "y"].map((axis) => element.getAttribute(axis));
      const look = href + Boolean(transform?.includes("rotate"));
      men.set(name, { name, href, look, element, count: number + (men.get(name)?.count ?? 0), place: place.map(Number) });
    }
    return men;
  }

  dice() {
    return [...this.root.querySelectorAll(".thrown")];
  }

  /** Each man that has moved, with the way from where it stood. */
  slides(before, dropped) {
    const now = this.men();
    const differ = (all, others) => [...all.values()].filter(({ name, look, count }) => look !== others.get(name)?.look || count > others.get(name).count);
    const come = differ(now, before);
    const gone = differ(before, now);
    const isElsewhere = ({ name, count, place }) => now.get(name)?.count === count && String(now.get(name).place) !== String(place);
    if (come.length > Motion.MOST_MOVED || [...before.values()].some(isElsewhere)) return []; // a board that was turned
    const from = new Map();
    const hasCaptured = (man) => gone.some((other) => other.name === man.name);
    come.sort((a, b) => hasCaptured(b) - hasCaptured(a)); // the others may come from where these stand now
    for (const man of come) {
      const others = gone.filter((other) => other.name !== man.name);
      const source = others.find(({ look }) => look === man.look) ?? others.find(({ href }) => href === man.href) ?? others[0];
      if (!source) continue;
      from.set(man, source);
      gone.splice(gone.indexOf(source), 1);
    }
    const pixels = (...ends) => ends.map((end) => `${end}px`).join(" ");
    const slides = [];
    for (const [{ name, element, count, place }, source] of from) {
      if (name === dropped) continue;
      const spot = this.root.querySelector(".spot");
      if (count === 1 && spot) spot.before(element); // over the other men
      else if (count === 1) element.parentNode.append(element);
      slides.push([element, { translate: [pixels(source.place[0] - place[0], source.place[1] - place[1]), pixels(0, 0)] }]);
    }
    return slides;
  }

  /** Each die that was thrown, with its turn. */
  rolls(before) {
    const dice = this.dice();
    if (this.seen().dice === before) return [];
    return dice.map((die) => {
      die.style.transformBox = "fill-box";
      die.style.transformOrigin = "center";
      return [die, { rotate: ["-1turn", "0turn"], scale: [0.6, 1] }];
    });
  }
}
