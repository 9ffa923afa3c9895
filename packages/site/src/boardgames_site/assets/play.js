// A table whose game is played in this browser: Python in a worker takes the place of the server.

import { Python } from "./python.js";
import { bytes, save } from "./saving.js";
import { showTable } from "./table.js";
import { t } from "./translate.js";

const KEPT = "boardgames record"; // where the page of records finds it
const ANSWER_TIME = 60; // seconds, more than any level thinks; after that Python is taken for stuck
const PLAY = "boardgames_site.play";
const by = (id) => document.getElementById(id);

/** The connection of a table to Python: sends messages, and receives facts. */
class WorkerConnection {
  constructor(receive, report) {
    this.report = report;
    this.opened = false; // whether there is a table yet
    this.stopped = false; // Python was ended, and the table with it
    this.python = new Python({
      report,
      receive: (topic, text) => {
        if (topic !== "table") return;
        this.opened = true;
        receive(JSON.parse(text));
      },
    });
    this.open();
  }

  async open() {
    const form = { game: document.body.dataset.game, language: document.documentElement.lang, ...Object.fromEntries(new URLSearchParams(location.search)) };
    try {
      await this.python.call(`${PLAY}:open_form`, [form]);
    } catch (error) {
      if (error.kind !== "NotLoaded") this.report(t("{problem}: choose other settings, by “All settings of this game”.", { problem: error.message }));
    }
  }

  send(message) {
    if (this.stopped || !this.opened) return;
    const call = this.python.call(`${PLAY}:receive`, [JSON.stringify(message)], { seconds: ANSWER_TIME });
    call.catch((error) => {
      this.stopped ||= error.kind === "Stopped";
      this.report(this.stopped ? t("{problem} Load the page again.", { problem: error.message }) : error.message);
    });
  }
}

const connection = showTable((receive, report) => new WorkerConnection(receive, report));
const game = document.body.dataset.game;
const withText = (name, use, args = []) => async () => {
  try {
    use(await connection.python.call(`${PLAY}:${name}`, args));
  } catch (error) {
    connection.report(error.message);
  }
};
by("save-replay").onclick = withText("replay", (text) => save(text, "text/html", `${game}.html`));
for (const button of document.querySelectorAll("[data-format]")) {
  const format = button.dataset.format;
  button.onclick = withText("saved", (data) => save(bytes(data), "text/plain", `${game}.${format}`), [format]);
}
by("analyse").onclick = withText("record", (text) => {
  sessionStorage.setItem(KEPT, text);
  location.href = "../records.html";
});
