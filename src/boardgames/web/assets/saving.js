// Saving a text, or bytes, as a file of the reader's.

const KEPT = 60_000; // milliseconds for the browser to begin

/** The bytes of a text in base64. */
export const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

export const save = (content, type, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
};
