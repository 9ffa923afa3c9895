// A page of the docs: its code in editors, run and checked by Python in a worker; a game of the reader's on a board.
// boardgames_site.lessons.calls is the Python side.  All state is this page's, so the worker can be ended at any time.

import { Editor, colour } from "./editor.js";
import { GameBoard } from "./lesson_board.js";
import { download, files, solved } from "./lesson_files.js";
import { Python } from "./python.js";
import { BadLink, gameIn, linkTo } from "./shared_game.js";
import { t } from "./translate.js";

const CALLS = "boardgames_site.lessons.calls";
const PAUSE = 800; // milliseconds without a change before a board follows its source; it then has less time, too
const bound = () => Number(document.body.dataset.seconds ?? 30); // seconds that a program may take
const ENDLESS = t("Does a loop never end, or a function call itself for ever?");
const LANGUAGE = document.documentElement.lang; // of the sentences that Python answers with
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text = "", classes = "") =>
  Object.assign(document.createElement(name), { textContent: text, className: classes });

// -- Python -----------------------------------------------------------------------------------

const report = (sentence) => {
  const line = document.getElementById("python");
  line.textContent = sentence;
  line.hidden = !sentence;
};

let python = null;
let asking = 0; // how many questions have no answer yet
const loadPython = () => (python ??= new Python({ report }));

const busy = (change) => {
  asking += change;
  document.body.classList.toggle("busy", asking > 0);
  for (const button of all(".stop")) button.hidden = asking === 0;
};

/** Call Python; `null` if it could not be loaded, which the page says.  Throws an error with a sentence. */
const ask = async (name, args, { seconds = bound() } = {}) => {
  busy(1);
  try {
    return await loadPython().call(`${CALLS}:${name}`, args, { seconds });
  } catch (error) {
    if (error.kind === "NotLoaded") return null;
    if (error.kind === "Stopped") throw new Error(`${error.message} ${ENDLESS}`);
    if (error.kind === "Crash") {
      python.stop();
      throw new Error(
        t("Python has crashed and begins anew: {reason}. {advice}", {
          reason: error.message.split("\n")[0],
          advice: ENDLESS,
        }),
      );
    }
    throw error;
  } finally {
    busy(-1);
  }
};

// -- what came of it --------------------------------------------------------------------------

const show = (place, kind, parts) => {
  place.className = `result ${kind}`;
  place.replaceChildren(...parts.filter(Boolean));
};

const working = (place) => show(place, "working", [make("p", t("Python is at work …"))]);

const showOutput = (output) => output && make("pre", output, "output");

/** A mistake as a sentence, and the reader's line if there is one that the sentence does not have. */
const showMistake = ({ sentence, file, line, source }) => {
  if (sentence.includes("\n")) return make("pre", sentence, "sentence");
  const paragraph = make("p", "", "sentence");
  if (file) paragraph.append(make("b", t("{file}, line {line}: ", { file, line })));
  paragraph.append(sentence);
  if (source) paragraph.append(make("br"), make("code", source));
  return paragraph;
};

/** Mark the line of a mistake in the editor of its file. */
const mark = (mistake) => {
  for (const each of parts) each.editor?.mark(mistake && mistake.file === each.file ? mistake.line : 0);
};

/** Everything on this page that has an editor. */
const parts = [];
const own = () => parts.find((each) => each instanceof OwnGame) ?? null;

// -- editors ----------------------------------------------------------------------------------

/** A file in an editor: what is typed is kept. */
class Source {
  constructor(section) {
    this.section = section;
    this.file = section.dataset.file;
    this.result = this.part(".result");
    this.start = this.part(".start").textContent;
    parts.push(this);
  }

  part(selector) {
    return this.section.querySelector(selector);
  }

  click(selector, act) {
    const button = this.part(selector);
    if (button) button.onclick = act;
  }

  edit({ run, changed = () => {} }) {
    const place = make("div", "", "editor");
    this.editor = new Editor(place, {
      text: files.read(this.file) ?? this.start,
      label: t("source of {file}. Escape, then Tab leaves the editor.", { file: this.file }),
      run,
      changed: (text) => {
        this.keep(text);
        changed(text);
      },
    });
    place.addEventListener("focusin", loadPython, { once: true });
    this.part(".start").replaceWith(place);
    this.click(".download", () => download(this.file, this.program()));
    this.click(".reset", () => {
      if (this.editor.text === this.start || confirm(t("Begin {file} anew? What you have written is lost.", { file: this.file }))) this.reset();
    });
    this.click(".take", () => {
      if (!confirm(t("Put our solution in place of your {file}?", { file: this.file }))) return;
      this.editor.text = this.part(".solution code").textContent;
      this.editor.focus();
    });
  }

  keep(text) {
    files.write(this.file, text);
  }

  forget() {
    files.forget(this.file);
  }

  reset() {
    this.editor.text = this.start;
    this.forget();
    this.editor.mark(0);
    show(this.result, "", []);
  }

  program() {
    return this.editor.text;
  }

  failed(error) {
    show(this.result, "mistake", [make("p", error.message, "sentence")]);
  }
}

/** An exercise: a part to write, and its check; or a check of the reader's own game. */
class Exercise extends Source {
  constructor(section) {
    super(section);
    if (this.part(".reset")) this.edit({ run: () => this.check() });
    this.click(".check", () => this.check());
    this.marked();
  }

  marked() {
    this.part(".mark").hidden = !solved.has(this.file);
  }

  reset() {
    super.reset();
    solved.forget(this.file);
    this.marked();
  }

  program() {
    const check = this.part(".check-code").textContent;
    return this.editor ? `${this.editor.text.trimEnd()}\n\n\n${check}` : check;
  }

  async check() {
    const game = own();
    working(this.result);
    try {
      const texts = { ...(game && { [game.file]: game.program() }), [this.file]: this.program() };
      const run = await ask("run_program", [this.file, texts, LANGUAGE]);
      if (!run) return show(this.result, "", []);
      const done = run.status === "solved";
      if (done) solved.add(this.file);
      mark(run.mistake);
      show(this.result, done ? "solved" : "mistake", [
        done && make("p", t("✓ Solved."), "sentence"),
        run.mistake && showMistake(run.mistake),
        showOutput(run.output),
      ]);
    } catch (error) {
      this.failed(error);
    }
    this.marked();
  }
}

/** A game of the reader's own, with its board. */
class OwnGame extends Source {
  constructor(section) {
    super(section);
    this.trusted = true; // a game that came with a link runs only when the reader says so
    this.edit({ run: () => this.run(), changed: () => this.soon() });
    this.board = new GameBoard(section, {
      source: () => ({ file: this.file, files: { [this.file]: this.program() }, language: LANGUAGE }),
      ask: (name, args, bounds) => ask(name, args, bounds).catch((error) => this.failed(error)),
      failed: (mistake) => this.told(mistake),
    });
    this.click(".run", () => this.run());
    this.click(".ladder", () => this.climb());
    this.click(".link", () => this.link());
  }

  told(mistake) {
    mark(mistake);
    show(this.result, mistake ? "mistake" : "", [mistake && showMistake(mistake)]);
  }

  async run(seconds = bound()) {
    clearTimeout(this.timer);
    if (!this.trusted) return;
    working(this.result);
    await this.board.show(this.board.actions, { seconds });
    if (this.result.classList.contains("working")) show(this.result, "", []);
  }

  /** Once a board is shown, it follows the source. */
  soon() {
    clearTimeout(this.timer);
    this.part(".link-field").hidden = true;
    if (this.trusted && this.board?.shown) this.timer = setTimeout(() => this.run(bound() / 3), PAUSE);
  }

  reset() {
    super.reset();
    this.board.actions = [];
    if (this.board.shown) this.run();
  }

  async climb() {
    if (!this.trusted) return;
    working(this.result);
    try {
      const climbed = await ask("climb_ladder", [this.file, { [this.file]: this.program() }, this.board.options, LANGUAGE], {
        seconds: 4 * bound(),
      });
      if (!climbed) return show(this.result, "", []);
      if (climbed.mistake) return this.told(climbed.mistake);
      show(this.result, climbed.holds ? "solved" : "mistake", [Object.assign(make("pre", climbed.report, "output"), { lang: "en" })]);
    } catch (error) {
      this.failed(error);
    }
  }

  async link() {
    const page = new URL(all("nav.top a").find((each) => each.href.includes("your-game.html")).href);
    try {
      const field = this.part(".address");
      field.value = await linkTo(page.href.split("#")[0], { file: this.file, source: this.program() });
      this.part(".link-field").hidden = false;
      field.focus();
      field.select();
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.failed(error);
    }
  }
}

/** An example of the text: it runs after those above it, with their names. */
class Example {
  constructor(root) {
    this.root = root;
    this.code = root.querySelector("code").textContent;
    root.querySelector(".try").onclick = () => this.open();
    Example.every.push(this);
  }

  static every = [];

  /** What is typed at the prompts of the text. */
  typed() {
    const lines = this.code.split("\n").filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
    return lines.map((line) => line.slice(4)).join("\n");
  }

  text() {
    return this.editor ? this.editor.text : this.typed();
  }

  open() {
    const place = make("div", "", "editor");
    this.editor = new Editor(place, { text: this.typed(), label: t("example"), run: () => this.run() });
    this.output = make("pre", "", "output");
    this.output.setAttribute("aria-live", "polite");
    this.root.querySelector("pre").replaceWith(place, this.output);
    const button = this.root.querySelector(".try");
    button.textContent = t("Run");
    button.onclick = () => this.run();
    this.editor.focus();
    this.run();
  }

  async run() {
    const game = own();
    const pieces = Example.every.slice(0, Example.every.indexOf(this) + 1).map((each) => each.text());
    this.output.textContent = t("Python is at work …");
    try {
      const texts = game ? { [game.file]: game.program() } : {};
      this.output.textContent = (await ask("run_pieces", [pieces, texts])) ?? "";
    } catch (error) {
      this.output.textContent = error.message;
    }
  }
}

// -- a game that came with a link ---------------------------------------------------------------

const offerStranger = async (game) => {
  const box = document.getElementById("stranger");
  if (!box) return;
  let brought;
  try {
    brought = await gameIn(location.hash);
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    return game.failed(new Error(t("The link does not work: {reason}. Ask for it again.", { reason: error.message })));
  }
  if (!brought) return;
  const run = document.getElementById("stranger-run");
  const discard = document.getElementById("stranger-discard");
  const { file, start } = game;
  const lines = brought.source.trimEnd().split("\n").length;
  document.getElementById("stranger-file").textContent = brought.file;
  document.getElementById("stranger-lines").textContent = lines === 1 ? t("1 line") : t("{number} lines", { number: lines });
  const visitor = { trusted: false, file: brought.file, start: brought.source, keep() {}, forget() {} };
  Object.assign(game, visitor); // nothing of it is kept in this browser
  game.part(".name").textContent = brought.file;
  game.editor.text = brought.source;
  for (const button of all(".run, .ladder", game.section)) button.disabled = true;
  box.hidden = false;
  run.onclick = () => {
    game.trusted = true;
    box.hidden = true;
    for (const button of all(".run, .ladder", game.section)) button.disabled = false;
    game.run();
  };
  discard.onclick = () => {
    history.replaceState(null, "", location.pathname + location.search);
    for (const name of Object.keys(visitor)) delete game[name];
    Object.assign(game, { trusted: true, file, start });
    game.part(".name").textContent = file;
    for (const button of all(".run, .ladder", game.section)) button.disabled = false;
    box.hidden = true;
    game.editor.text = files.read(file) ?? game.start;
    game.editor.focus();
  };
};

// -- the page -----------------------------------------------------------------------------------

/** In the list of chapters: which exercises are solved. */
const markChapters = () => {
  const list = document.getElementById("exercises");
  if (!list) return;
  for (const [page, names] of Object.entries(JSON.parse(list.textContent))) {
    const link = all("main a").find((each) => each.getAttribute("href") === page);
    const done = names.filter((name) => solved.has(name)).length;
    if (link && done) link.after(make("span", t(" ✓ {done} of {total} solved", { done, total: names.length }), "mark"));
  }
};

for (const code of all("code.language-python")) colour(code);
for (const element of all(".needs-script")) element.hidden = false;
for (const section of all(".own-game")) new OwnGame(section);
for (const section of all(".exercise")) new Exercise(section);
for (const root of all(".example")) new Example(root);
for (const button of all(".stop")) button.onclick = () => python?.stop(t("Python was stopped."));
markChapters();
if (own()) offerStranger(own());
addEventListener("hashchange", () => location.hash.startsWith("#game=") && location.reload());
