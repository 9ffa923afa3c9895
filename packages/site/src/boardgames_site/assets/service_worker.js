// Keeps the site in the browser: after the first visit it opens at once, and without a network.
// Folders whose names end in a digest never change, so what is kept of them is used; pages are asked for first.

const CACHE = "boardgames";
const LIST = "boardgames-site.json";
const root = new URL("./", self.location.href);
const isFixed = (address) => /^(files|pyodide)-[^/]+\//.test(address.slice(root.href.length));

/** Fetch all files of the site that are not kept yet, and drop those that are no longer part of it. */
const keepAll = async () => {
  const cache = await caches.open(CACHE);
  const { files } = await (await fetch(new URL(LIST, root), { cache: "no-cache" })).json();
  const wanted = new Set(files.map((path) => new URL(path, root).href));
  const kept = new Set((await cache.keys()).map((request) => request.url));
  for (const address of wanted) {
    if (kept.has(address) && isFixed(address)) continue;
    const answer = await fetch(address, { cache: isFixed(address) ? "force-cache" : "no-cache" });
    if (answer.ok) await cache.put(address, answer);
  }
  for (const address of kept) if (!wanted.has(address)) await cache.delete(address);
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const fromCache = async (request) => (await (await caches.open(CACHE)).match(request, { ignoreSearch: true })) ?? null;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root.href)) return;
  if (isFixed(request.url)) event.respondWith(fromCache(request).then((kept) => kept ?? fetch(request)));
  else
    event.respondWith(
      fetch(request).catch(async (error) => {
        const folder = request.url.split(/[?#]/)[0].endsWith("/");
        const kept = await fromCache(folder ? new Request(new URL("index.html", request.url)) : request);
        if (!kept) throw error;
        return kept;
      }),
    );
});
