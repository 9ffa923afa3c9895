// The words of the page in its language.

const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent ?? "{}"); // none: English

/** The text in the page's language, with `{name}` replaced by the value of that name. */
export const t = (text, values = {}) =>
  (catalogue[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
