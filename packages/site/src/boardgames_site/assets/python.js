// Python for a page: starts the worker that runs it, tells how far it is loaded, and calls functions.

import { t } from "./translate.js";

const MEGABYTE = 1e6;

/** A call that Python answered with an exception, or that got no answer. */
export class PythonError extends Error {
  constructor({ error, kind, traceback }) {
    super(error);
    this.kind = kind; // the name of the exception; "Stopped" if the worker was ended, "NotLoaded" if it did not start
    this.traceback = traceback ?? "";
  }
}

const NO_WEBASSEMBLY = t(
  "This browser has no WebAssembly, or it is turned off, so it cannot run Python. Use a current Firefox, Chrome, Edge or Safari.",
);
const notLoaded = (reason) =>
  t(
    "Python could not be loaded ({reason}). Load the page again; if that does not help, the folder may not be complete: build it again with 'boardgames site'.",
    { reason },
  );

/** Keep the site in this browser for the next visit, where the browser does that: over https, and on this machine. */
const keepSite = () => {
  navigator.serviceWorker?.register(new URL("../service_worker.js", import.meta.url)).catch(() => {});
};

export class Python {
  /**
   * `report` gets a sentence while Python is loading or cannot be loaded, and "" when it is ready.
   * `receive` gets the topic and the text of each `post` in Python.
   */
  constructor({ report = () => {}, receive = () => {} } = {}) {
    this.report = report;
    this.receive = receive;
    this.number = 0;
    this.waiting = new Map(); // calls without an answer yet, by number
    this.worker = null;
    this.start();
  }

  /** Start the worker, if none runs; `ready` is fulfilled when Python is. */
  start() {
    if (this.worker) return;
    this.ready = new Promise((resolve, reject) => (this.loading = { resolve, reject }));
    this.ready.catch(() => {}); // the sentence was reported
    if (typeof WebAssembly !== "object") return this.fail(NO_WEBASSEMBLY);
    this.report(t("Python is loading …"));
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "Python" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(notLoaded(event.message || t("its script did not start")));
    };
  }

  heard(data) {
    if (data.progress !== undefined) {
      const [done, all] = [data.progress, data.whole].map((bytes) => Math.round(bytes / MEGABYTE));
      this.report(data.progress < data.whole ? t("Python is loading, {done} of {all} MB", { done, all }) : t("Python is starting …"));
    } else if (data.ready) {
      this.report("");
      this.loading.resolve();
      keepSite();
    } else if (data.failure !== undefined) {
      this.fail(notLoaded(data.failure));
    } else if (data.topic !== undefined) {
      this.receive(data.topic, data.text);
    } else {
      const call = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (!call) return;
      clearTimeout(call.timer);
      const answer = JSON.parse(data.text);
      if (answer.error === undefined) call.resolve(answer.result);
      else call.reject(new PythonError(answer));
    }
  }

  fail(sentence) {
    this.report(sentence);
    this.loading.reject(new PythonError({ error: sentence, kind: "NotLoaded" }));
    this.end(sentence, "NotLoaded");
  }

  /** End the worker, whatever it does: calls under way are rejected. */
  end(sentence, kind) {
    this.worker?.terminate();
    this.worker = null;
    this.loading.reject(new PythonError({ error: sentence, kind })); // of a call that waits until Python is loaded
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new PythonError({ error: sentence, kind }));
    }
    this.waiting.clear();
  }

  /** End Python and forget all that it knows; the next call starts it again. */
  stop(sentence = t("Python was stopped.")) {
    this.end(sentence, "Stopped");
  }

  /**
   * Call a Python function "module:name" with these arguments; resolves to its result.
   * With `seconds`, Python is ended if it has not answered so long after it was ready.
   */
  async call(name, args = [], { seconds = null } = {}) {
    this.start();
    await this.ready;
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      const timer = seconds && setTimeout(() => this.stop(t("There was no answer in {seconds} seconds, so Python was stopped.", { seconds })), 1000 * seconds);
      this.waiting.set(number, { resolve, reject, timer });
      this.worker.postMessage({ number, function: name, arguments: JSON.stringify(args) });
    });
  }
}
