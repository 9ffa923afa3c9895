// Records: a file is read, shown as a page to step through, judged, and saved in other formats.

import { Python } from "./python.js";
import { save } from "./saving.js";
import { t } from "./translate.js";

const RECORDS = "boardgames_site.records";
const KEPT = "boardgames record"; // where a table leaves its record for this page
const by = (id) => document.getElementById(id);

const say = (id, sentence) => {
  by(id).textContent = sentence;
  by(id).hidden = !sentence;
};
const python = new Python({
  report: (sentence) => say("connection", sentence),
  receive(topic, text) {
    if (topic !== "records") return;
    const { done, total } = JSON.parse(text);
    by("progress").max = total;
    by("progress").value = done;
    by("judged").textContent = t("{done} of {total} positions", { done, total });
  },
});

let content = ""; // of the file, in base64
let games = []; // in the file
let name = "game";
const chosen = () => Number(by("which").value);

/** Do something with Python; its error is shown. */
const attempt = async (work) => {
  say("error", "");
  try {
    return await work();
  } catch (error) {
    if (error.kind !== "NotLoaded") say("error", error.message);
    return null;
  }
};

const base64 = async (blob) => {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error(t("The file cannot be read: choose it again.")));
    reader.readAsDataURL(blob);
  });
  return address.slice(address.indexOf(",") + 1);
};

const openFile = (blob, called) =>
  attempt(async () => {
    content = await base64(blob);
    name = called.replace(/\.[^.]*$/, "") || "game";
    await read();
  });

const read = async () => {
  say("notes", "");
  games = await python.call(`${RECORDS}:open_file`, [content, by("game").value || null]);
  by("which").replaceChildren(
    ...games.map(({ title, players, plies }, number) => new Option(t("{number}. {title}: {players}, {plies} plies", { number: number + 1, title, players: players.join(" – "), plies }), number)),
  );
  by("several").hidden = games.length < 2;
  await showGame();
};

const showGame = async () => {
  const game = games[chosen()];
  by("format").replaceChildren(...["page", ...game.formats].map((each) => new Option(each === "page" ? t("a page to step through") : each, each)));
  say("notes", game.notes.join(" "));
  by("replay").srcdoc = await python.call(`${RECORDS}:replay`, [chosen()]);
  by("opened").hidden = false;
};

by("file").onchange = () => {
  const [file] = by("file").files;
  if (file) openFile(file, file.name);
};
by("game").onchange = () => content && attempt(read);
by("which").onchange = () => attempt(showGame);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openFile(file, file.name);
});

const judging = (yes) => {
  by("analyse").hidden = yes;
  by("stop").hidden = by("progress").hidden = !yes;
  for (const id of ["file", "game", "which", "effort", "save"]) by(id).disabled = yes;
};
by("analyse").onclick = async () => {
  judging(true);
  by("judged").textContent = "";
  by("progress").removeAttribute("value");
  await attempt(async () => {
    const { positions, whole } = await python.call(`${RECORDS}:analyse`, [chosen(), Number(by("effort").value)]);
    by("judged").textContent = whole
      ? t("{positions} positions were judged.", { positions })
      : t("Stopped: {positions} positions were judged.", { positions });
    by("replay").srcdoc = await python.call(`${RECORDS}:replay`, [chosen()]);
  });
  judging(false);
};
by("stop").onclick = () => python.call(`${RECORDS}:stop`);

by("save").onclick = () =>
  attempt(async () => {
    const format = by("format").value;
    if (format === "page") return save(await python.call(`${RECORDS}:replay`, [chosen()]), "text/html", `${name}.html`);
    const { data, losses } = await python.call(`${RECORDS}:write`, [chosen(), format]);
    say("notes", losses.join(" "));
    save(Uint8Array.from(atob(data), (each) => each.charCodeAt(0)), "text/plain", `${name}.${format}`);
  });

try {
  const kept = sessionStorage.getItem(KEPT);
  if (kept) openFile(new Blob([kept]), "game.json");
} catch {
  // this browser keeps nothing for pages
}
