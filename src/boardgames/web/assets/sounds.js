// Short sounds for throws, moves and the end of a game; off until somebody turns them on in this browser.

const KEY = "boardgames sounds";
const NAMES = ["throw", "move", "end"];

export class Sounds {
  /** `box` is the checkbox that turns them on. */
  constructor(box) {
    this.box = box;
    this.files = new Map();
    try {
      box.checked = localStorage.getItem(KEY) === "on";
    } catch {
      box.checked = false; // this browser keeps nothing for pages
    }
    box.addEventListener("change", () => this.changed());
    this.load();
  }

  changed() {
    try {
      localStorage.setItem(KEY, this.box.checked ? "on" : "off");
    } catch {
      // it holds for this page only
    }
    this.load();
    this.play("move"); // so that one hears what one has turned on
  }

  load() {
    if (this.box.checked && !this.files.size) for (const name of NAMES) this.files.set(name, new Audio(new URL(`./${name}.wav`, import.meta.url)));
  }

  play(name) {
    if (!this.box.checked) return;
    const sound = this.files.get(name);
    sound.currentTime = 0;
    sound.play().catch(() => {}); // a browser allows none before the first click
  }
}
