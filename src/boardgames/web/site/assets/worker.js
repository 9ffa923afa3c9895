// Python in a worker: loads Pyodide and this library, then answers calls, one after the other.
// boardgames.web.site.worker is the Python side.

import { FILES, PACKAGES, PYODIDE } from "./manifest.js";

const TELL_EVERY = 100; // milliseconds between two messages about the progress
const whole = Object.values(FILES).reduce((sum, size) => sum + size, 0);
const here = new URL("./", import.meta.url);
const pyodideURL = new URL(PYODIDE, here).href;

let loaded = 0; // bytes
let told = 0;
const progress = (bytes) => {
  loaded += bytes;
  if (performance.now() - told < TELL_EVERY && loaded < whole) return;
  told = performance.now();
  postMessage({ progress: loaded, whole });
};

/** Fetch a file of this site, and count its bytes as they come. */
const plainFetch = self.fetch.bind(self);
const countedFetch = async (...request) => {
  const answer = await plainFetch(...request);
  if (!answer.ok || !answer.body) return answer;
  let counted = 0;
  const size = FILES[answer.url.split("/").at(-1)] ?? 0; // a host may send a file compressed: count to its own size
  const counter = new TransformStream({
    transform(part, out) {
      const more = Math.min(part.length, size - counted);
      counted += more;
      progress(more);
      out.enqueue(part);
    },
    flush: () => progress(size - counted),
  });
  return new Response(answer.body.pipeThrough(counter), { status: answer.status, headers: answer.headers });
};

const load = async () => {
  self.fetch = countedFetch;
  const [{ loadPyodide }, packages] = await Promise.all([
    import(`${pyodideURL}pyodide.mjs`),
    countedFetch(new URL(PACKAGES, here)).then((answer) => {
      if (!answer.ok) throw new Error(`${PACKAGES}: ${answer.status} ${answer.statusText}`);
      return answer.arrayBuffer();
    }),
  ]);
  const pyodide = await loadPyodide({ indexURL: pyodideURL });
  self.fetch = plainFetch;
  postMessage({ progress: whole, whole });
  pyodide.FS.writeFile("/packages.zip", new Uint8Array(packages));
  pyodide.runPython("import sys; sys.path.insert(0, '/packages.zip')");
  const worker = pyodide.pyimport("boardgames.web.site.worker");
  worker.listen((topic, text) => postMessage({ topic, text }));
  return worker;
};

const python = load().then(
  (worker) => {
    postMessage({ ready: true });
    return worker;
  },
  (error) => {
    postMessage({ failure: String(error?.message ?? error) });
    throw error;
  },
);

let before = python; // calls are answered in their order
self.onmessage = ({ data: { number, function: name, arguments: list } }) => {
  const answer = python.then((worker) => worker.call(name, list)).then((text) => postMessage({ number, text }));
  before = answer.catch((error) => postMessage({ number, text: JSON.stringify({ error: String(error), kind: "Crash", traceback: "" }) }));
};
