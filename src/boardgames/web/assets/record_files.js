// Records: a file is read, shown as a page to step through, judged, and saved in other formats.
//
// Python does all that: on a server, or in the browser.  The backend calls it, and shows a game in a frame.

import { bytes, save } from "./saving.js";
import { t } from "./translate.js";

const KEPT = "boardgames record"; // where a table leaves its record for this page
const by = (id) => document.getElementById(id);

export const say = (id, sentence) => {
  by(id).textContent = sentence;
  by(id).hidden = !sentence;
};
let backend = null;
export const showProgress = ({ done, total }) => {
  by("progress").max = total;
  by("progress").value = done;
  by("judged").textContent = t("{done} of {total} positions", { done, total });
};

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
  games = await backend.call("open_file", [content, by("game").value || null]);
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
  await backend.show(by("replay"), chosen());
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
    const { positions, whole } = await backend.call("analyse", [chosen(), Number(by("effort").value)]);
    by("judged").textContent = whole
      ? t("{positions} positions were judged.", { positions })
      : t("Stopped: {positions} positions were judged.", { positions });
    await backend.show(by("replay"), chosen());
  });
  judging(false);
};
by("stop").onclick = () => backend.call("stop");

by("save").onclick = () =>
  attempt(async () => {
    const format = by("format").value;
    if (format === "page") return save(await backend.call("replay", [chosen()]), "text/html", `${name}.html`);
    const { data, losses } = await backend.call("write", [chosen(), format]);
    say("notes", losses.join(" "));
    save(bytes(data), "text/plain", `${name}.${format}`);
  });

/** Let the page work with a backend: `call` calls a function of Python, `show` shows a game in a frame. */
export const showRecords = (chosenBackend) => {
  backend = chosenBackend;
  try {
    const kept = sessionStorage.getItem(KEPT);
    if (kept) openFile(new Blob([kept]), "game.json");
  } catch {
    // this browser keeps nothing for pages
  }
};
