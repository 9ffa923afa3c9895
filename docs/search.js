// How the search of the pages ranks what it found: names that have the words as whole words come before names that only
// contain them, such as "ur" in "configuration", and pages that tell of a word before the reference that names it.
const asked = (new URLSearchParams(window.location.search).get("q") ?? "").toLowerCase();
const parts = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

var Scorer = {
  score: ([, title, , , score, , kind]) => {
    const known = new Set(parts(title));
    const isNamed = parts(asked).every((word) => known.has(word));
    return kind === "text" || isNamed ? score : score - 20;
  },
  objNameMatch: 9,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 2,
  term: 5,
  partialTerm: 1,
};
