// What this browser keeps of the course: the reader's files, and which exercises are solved.

const PREFIX = "boardgames/";

const storage = (() => {
  try {
    localStorage.setItem(`${PREFIX}probe`, "");
    localStorage.removeItem(`${PREFIX}probe`);
    return localStorage;
  } catch {
    return null; // turned off: everything works, and is forgotten with the page
  }
})();
const memory = new Map();

const get = (key) => (storage ? storage.getItem(PREFIX + key) : (memory.get(key) ?? null));
const set = (key, value) => {
  try {
    if (storage) return storage.setItem(PREFIX + key, value);
  } catch {
    // it is full
  }
  memory.set(key, value);
};
const remove = (key) => (storage ? storage.removeItem(PREFIX + key) : memory.delete(key));

export const files = {
  /** The reader's text of a file; `null` if it was never changed. */
  read: (name) => get(`file/${name}`),
  write: (name, text) => set(`file/${name}`, text),
  forget: (name) => remove(`file/${name}`),
};

export const solved = {
  has: (name) => get(`solved/${name}`) !== null,
  add: (name) => set(`solved/${name}`, "yes"),
  forget: (name) => remove(`solved/${name}`),
};

/** Have the browser save a text as a file. */
export const download = (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
