// Saving a text, or bytes, as a file of the reader's.

const KEPT = 60_000; // milliseconds for the browser to begin

export const save = (content, type, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
};
