// Python in a worker: loads Pyodide and this library, then answers calls.
// boardgames_site.worker is the Python side.

import { FILES, PACKAGES, PYODIDE } from "./manifest.js";

const FOLDER = "/packages"; // where the library is in Python's file system
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

let failed = false;
const fail = (reason) => {
  if (!failed) postMessage({ failure: reason });
  failed = true;
  forgetSnapshots(); // in case that one of them is to blame
};

/** Fetch a file of this site, and count its bytes as they come; what is not there is told, as Pyodide may wait for ever. */
const plainFetch = self.fetch.bind(self);
const countedFetch = async (...request) => {
  const name = String(request[0]?.url ?? request[0]).split("/").at(-1);
  const answer = await plainFetch(...request).catch((error) => {
    fail(`${name}: ${error.message}`);
    throw error;
  });
  if (!answer.ok) fail(`${name}: ${answer.status} ${answer.statusText}`);
  if (!answer.ok || !answer.body) return answer;
  let counted = 0;
  const size = FILES[name] ?? 0; // a host may send a file compressed: count to its own size
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

// A snapshot is Python's memory once the library is imported.  Loading one takes a fraction of the time, so it is made
// on the first visit and kept in this browser.  Its address has the digest of the library and of Pyodide.
const SNAPSHOTS = "boardgames snapshots";
const snapshotAddress = new URL("snapshot", here).href;

const keptSnapshot = async () => {
  try {
    const kept = await (await caches.open(SNAPSHOTS)).match(snapshotAddress);
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null; // this browser keeps nothing, or not for this address
  }
};

const forgetSnapshots = async () => caches?.delete(SNAPSHOTS).catch(() => {});

const keepSnapshot = async (snapshot) => {
  try {
    await caches.delete(SNAPSHOTS); // those of earlier versions
    await (await caches.open(SNAPSHOTS)).put(snapshotAddress, new Response(snapshot));
  } catch {
    // there is no space for it, or nothing is kept
  }
};

const PREPARE = `
import sys
sys.path.insert(0, "${FOLDER}")
from boardgames_site.snapshot import prepare
prepare()
`;

/** Python with the library, from a snapshot if there is one. */
const load = async () => {
  self.fetch = countedFetch;
  const [{ loadPyodide }, packages, snapshot] = await Promise.all([
    import(`${pyodideURL}pyodide.mjs`),
    countedFetch(new URL(PACKAGES, here)).then((answer) => answer.arrayBuffer()),
    keptSnapshot(),
  ]);
  const unpack = (pyodide) => pyodide.unpackArchive(new Uint8Array(packages), "zip", { extractDir: FOLDER });
  let pyodide = null;
  if (snapshot) {
    try {
      pyodide = await loadPyodide({ indexURL: pyodideURL, _loadSnapshot: snapshot });
      unpack(pyodide);
    } catch {
      pyodide = null;
      await forgetSnapshots();
    }
  }
  if (!pyodide) {
    const keeps = "caches" in self;
    pyodide = await loadPyodide({ indexURL: pyodideURL, _makeSnapshot: keeps });
    unpack(pyodide);
    pyodide.runPython(PREPARE);
    if (keeps) keepSnapshot(pyodide.makeMemorySnapshot());
  }
  self.fetch = plainFetch;
  postMessage({ progress: whole, whole });
  const worker = pyodide.pyimport("boardgames_site.worker");
  worker.listen((topic, text) => postMessage({ topic, text }));
  return worker;
};

const python = load().then(
  (worker) => {
    postMessage({ ready: true });
    return worker;
  },
  (error) => {
    fail(String(error?.message ?? error));
    throw error;
  },
);

self.onmessage = async ({ data: { number, function: name, arguments: list } }) => {
  try {
    postMessage({ number, text: await (await python).call(name, list) });
  } catch (error) {
    forgetSnapshots();
    postMessage({ number, text: JSON.stringify({ error: String(error), kind: "Crash", traceback: String(error) }) });
  }
};
