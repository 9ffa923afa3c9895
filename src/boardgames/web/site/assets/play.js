// A table whose game is played in this browser: Python in a worker takes the place of the server.

import { Python } from "./python.js";
import { showTable } from "./table.js";

const PLAY = "boardgames.web.site.play";
const by = (id) => document.getElementById(id);

/** The connection of a table to Python: sends messages, and receives facts. */
class WorkerConnection {
  constructor(receive, report) {
    this.report = report;
    this.python = new Python({ report, receive: (topic, text) => topic === "table" && receive(JSON.parse(text)) });
    this.open();
  }

  async open() {
    const form = { game: document.body.dataset.game, ...Object.fromEntries(new URLSearchParams(location.search)) };
    try {
      await this.python.call(`${PLAY}:open_form`, [form]);
    } catch (error) {
      if (error.kind !== "NotLoaded") this.report(`${error.message}. Choose other settings.`);
    }
  }

  send(message) {
    this.python.call(`${PLAY}:receive`, [JSON.stringify(message)]).catch((error) => this.report(error.message));
  }
}

const save = (text, type, ending) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${document.body.dataset.game}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const connection = showTable((receive, report) => new WorkerConnection(receive, report));
for (const [id, name, type, ending] of [
  ["save-replay", "replay", "text/html", "html"],
  ["save-record", "record", "application/json", "json"],
])
  by(id).onclick = async () => save(await connection.python.call(`${PLAY}:${name}`), type, ending);
