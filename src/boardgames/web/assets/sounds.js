// Short sounds for throws, moves and the end of a game, after the first click; this browser remembers the switch.

const KEY = "boardgames sounds";
const NAMES = ["throw", "move", "end"];

export class Sounds {
  /** `box` is the checkbox that turns them on and off. */
  constructor(box) {
    this.box = box;
    this.files = new Map();
    try {
      box.checked = localStorage.getItem(KEY) !== "off";
    } catch {
      box.checked = true; // this browser keeps nothing for pages
    }
    box.addEventListener("change", () => this.changed());
  }

  changed() {
    try {
      localStorage.setItem(KEY, this.box.checked ? "on" : "off");
    } catch {
      // it holds for this page only
    }
    this.play("move"); // so that one hears what one has turned on
  }

  load() {
    if (!this.files.size) for (const name of NAMES) this.files.set(name, new Audio(new URL(`./${name}.wav`, import.meta.url)));
  }

  play(name) {
    if (!this.box.checked || navigator.userActivation?.hasBeenActive === false) return; // none before the first click
    this.load();
    const sound = this.files.get(name);
    sound.currentTime = 0;
    sound.play().catch(() => {}); // another one has begun
  }
}
