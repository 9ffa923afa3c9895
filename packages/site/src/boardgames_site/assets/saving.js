// Saving a text as a file of the reader's.

const KEPT = 60_000; // milliseconds for the browser to begin

export const save = (text, type, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
};
