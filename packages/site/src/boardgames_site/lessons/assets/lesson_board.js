// The board beside a game's source: shows its position, takes clicks, and asks Python for what follows.

import { Board } from "./board.js";
import { cleanPicture } from "./clean_picture.js";
import { t } from "./translate.js";

const element = (name, text, classes = "") =>
  Object.assign(document.createElement(name), { textContent: text, className: classes });

const changedRules = (number) =>
  number === 1
    ? t("The rules have changed: 1 action is no longer legal, and taken back.")
    : t("The rules have changed: {number} actions are no longer legal, and taken back.", { number });

export class GameBoard {
  /**
   * `root` is the part of the page with the board.  `source` gives the file's name and all files;
   * `ask` calls Python; `failed` gets what is wrong with the source, or `null` when it works.
   */
  constructor(root, { source, ask, failed }) {
    this.root = root;
    this.source = source;
    this.ask = ask;
    this.failed = failed;
    this.actions = [];
    this.moves = [];
    this.options = {};
    this.seat = 0;
    this.seed = Math.floor(Math.random() * 1e9);
    this.sides = [];
    this.shown = false; // whether a board has been drawn
    this.asked = 0; // how many questions; an answer to an old one is not shown
    this.board = new Board(this.part("#board"), {
      t,
      choose: (action) => this.show([...this.actions, action]),
      changed: (path) => this.changed(path),
      refused: (label) => this.say(".error", t("{place}: no legal move. You can choose the marked places.", { place: label })),
    });
    this.part("#board").tabIndex = -1;
    this.part(".new").onclick = () => this.newGame();
    this.part(".undo").onclick = () => this.undo();
    this.part(".cancel").onclick = () => this.board.cancel();
    this.part(".turn").onclick = () => {
      this.seat = (this.seat + 1) % (this.sides.length || 2);
      this.show();
    };
    this.part(".opponent").onchange = () => this.show();
  }

  part(selector) {
    return this.root.querySelector(selector);
  }

  say(selector, text) {
    const place = this.part(selector);
    place.textContent = text;
    if (selector === ".error") place.hidden = !text;
  }

  game(actions) {
    const { seat, seed, options } = this;
    return { ...this.source(), actions, options, seat, seed, opponent: this.part(".opponent").value };
  }

  newGame() {
    this.seed = Math.floor(Math.random() * 1e9);
    return this.show([]);
  }

  undo() {
    const opponent = this.part(".opponent").value;
    const last = this.moves.findLastIndex(([seat]) => seat >= 0 && (!opponent || seat === this.seat));
    return this.show(this.actions.slice(0, Math.max(last, 0)));
  }

  /** Show the game after these actions, as far as the rules as they are now allow them. */
  async show(actions = this.actions, bounds = {}) {
    const number = ++this.asked;
    const answer = await this.ask("show_game", [this.game(actions)], bounds);
    if (!answer || number !== this.asked) return;
    this.root.classList.toggle("stale", Boolean(answer.mistake));
    this.failed(answer.mistake ?? null);
    if (answer.mistake) {
      this.board.offer(null);
      return;
    }
    this.draw(answer);
  }

  draw(answer) {
    Object.assign(this, { actions: answer.actions, moves: answer.moves, sides: answer.sides, shown: true });
    this.part("#board").dataset.ply = answer.actions.length;
    this.board.show(cleanPicture(answer.svg));
    this.board.offer(answer.paths);
    this.status = answer.status;
    this.say(".status", answer.status);
    this.root.classList.toggle("over", answer.over);
    this.say(".error", answer.dropped ? changedRules(answer.dropped) : "");
    this.part(".position").textContent = answer.text;
    this.part(".moves").replaceChildren(
      ...answer.moves.map(([seat, text]) => element("li", text, seat < 0 ? "dice" : `seat${seat}`)),
    );
    this.part(".undo").disabled = !answer.moves.some(([seat]) => seat >= 0);
    this.part(".cancel").disabled = true;
    this.showOptions(answer.options);
  }

  showOptions(options) {
    const place = this.part(".options");
    const known = JSON.stringify(options);
    if (place.dataset.known === known) return; // what has the focus keeps it
    place.dataset.known = known;
    place.replaceChildren(
      ...options.map(({ name, value, choices, meaning }) => {
        const label = element("label", `${name}: `);
        label.title = meaning;
        const field = choices.length ? element("select", "") : element("input", "");
        field.append(...choices.map((choice) => Object.assign(element("option", choice), { value: choice })));
        field.value = value;
        field.onchange = () => {
          this.options[name] = field.value;
          this.show([]);
        };
        label.append(field);
        return label;
      }),
    );
  }

  async changed(path) {
    this.part(".cancel").disabled = !path.length;
    this.say(".error", "");
    if (!path.length) return this.say(".status", this.status);
    const answer = await this.ask("show_choice", [this.game(this.actions), path]);
    if (!answer || answer.mistake || String(path) !== String(this.board.path)) return;
    this.board.redraw(cleanPicture(answer.svg));
    this.say(".status", t("{places}: {prompt}", { places: this.board.pathInWords(), prompt: answer.prompt }));
  }
}
