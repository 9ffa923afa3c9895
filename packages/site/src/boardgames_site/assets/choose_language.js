// The language of the site: as was chosen by a link here, else as the browser prefers.

const KEY = "boardgames language";
const links = [...document.querySelectorAll("#languages a")];
const kept = (() => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // this browser keeps nothing for pages
  }
})();
const offered = [document.documentElement.lang, ...links.map((link) => link.hreflang)];
const wanted = kept ?? navigator.languages.map((each) => each.split("-")[0]).find((each) => offered.includes(each));
const link = links.find((each) => each.hreflang === wanted);
if (link) location.replace(link.href + location.search + location.hash);
for (const each of links) {
  each.addEventListener("click", () => {
    try {
      localStorage.setItem(KEY, each.hreflang);
    } catch {
      // the next page chooses anew
    }
  });
}
