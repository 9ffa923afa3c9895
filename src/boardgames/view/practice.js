"use strict";
// Problems one after another.  A click follows the paths of the legal actions; what is right is known beforehand.
(() => {
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("data").textContent);
  const { say } = texts;
  const board = document.querySelector(".board svg");
  const KEPT = `boardgames practice ${data.game}`; // the positions that were solved on any page of this game
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? [];
    } catch {
      return []; // a browser may keep nothing, or somebody else has written there
    }
  };
  const keep = (names) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify(names));
    } catch {
      return; // then it is known until the page is closed
    }
  };
  const before = new Set(kept());
  const solved = new Set([...data.names.keys()].filter((place) => before.has(data.names[place])));
  let number = 0; // of the problem
  let step = 0; // the choice in it
  let node = null; // the paths that go on from the spots that were picked; null when nothing is to be chosen
  let picked = [];
  let waiting = 0; // for the answer to be shown
  let said = null;
  let shown = null; // the picture on the board

  const tell = (word, more) => {
    said = word && (() => say(data.words[word]) + (more === undefined ? "" : ` ${say(more)}`));
    by("said").textContent = said ? said() : "";
  };
  const spotsOf = () => [...by("spots").children];

  const mark = () => {
    spotsOf().forEach((spot) => {
      const open = Boolean(node && spot.dataset.spot in node);
      spot.classList.toggle("open", open);
      spot.classList.toggle("picked", picked.includes(spot.dataset.spot));
      spot.classList.remove("hinted");
      if (open) {
        spot.setAttribute("tabindex", "0");
        spot.setAttribute("role", "button");
      } else {
        spot.removeAttribute("tabindex");
        spot.removeAttribute("role");
      }
    });
  };

  const show = (picture) => {
    const layout = fitLayout(board, data.frames, picture.seat);
    const inner = (numbers) => numbers.map((each) => data.parts[each][layout] ?? data.parts[each][0]).join("");
    by("parts").innerHTML = inner(picture.parts);
    by("spots").innerHTML = inner(picture.spots);
    texts.show(board);
    shown = picture;
  };

  const choices = (buttons) => {
    by("choices").hidden = !buttons.length;
    by("choices").replaceChildren(...buttons);
    if (buttons.length) buttons[0].focus();
  };

  const markSolved = () => {
    [...by("problems").children].forEach((item, place) => item.firstElementChild.classList.toggle("solved", solved.has(place)));
    by("forget").hidden = !solved.size;
  };

  const ask = () => {
    const choice = data.problems[number][step];
    show(choice.before);
    node = choice.paths;
    picked = [];
    choices([]);
    by("task").textContent = say(choice.task);
    by("number").textContent = `${number + 1} / ${data.problems.length}`;
    mark();
    markSolved();
    [...by("problems").children].forEach((item, place) => {
      const button = item.firstElementChild;
      if (place === number) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  };

  const open = (place) => {
    clearTimeout(waiting);
    number = Math.max(0, Math.min(data.problems.length - 1, place));
    step = 0;
    tell(null);
    ask();
  };

  // The action is shown, then the answer to it, and the next choice is asked for.
  const go = (word, more) => {
    const choice = data.problems[number][step];
    node = null;
    picked = [];
    show(choice.after);
    choices([]);
    mark();
    tell(word, more);
    if (!choice.answer) {
      if (word === "solved") solved.add(number);
      if (word === "solved") keep([...new Set([...kept(), data.names[number]])]);
      markSolved();
      return;
    }
    step += 1;
    waiting = setTimeout(ask, 700);
  };

  const play = (action) => {
    const choice = data.problems[number][step];
    if (choice.right.includes(action)) return go(choice.answer ? "right" : "solved");
    tell("wrong");
    node = choice.paths;
    picked = [];
    choices([]);
    mark();
  };

  const leaves = (tree) => (typeof tree === "string" ? [tree] : Object.values(tree).flatMap(leaves));
  const pick = (name) => {
    const root = data.problems[number][step].paths;
    if (!node) return;
    if (picked[0] === name) {
      node = root;
      picked = [];
      return mark();
    }
    const next = name in node ? node[name] : root[name];
    if (next === undefined) return;
    picked = name in node ? [...picked, name] : [name];
    if (typeof next === "string") return play(next);
    node = next;
    mark();
    if (spotsOf().some((spot) => spot.dataset.spot in node)) return;
    tell("choose"); // of actions that differ in no place on the board, as by promotion
    const moves = data.problems[number][step].moves;
    const buttons = [...new Set(leaves(node))].map((action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = say(moves[action]);
      button.onclick = () => play(action);
      return button;
    });
    choices(buttons);
  };

  by("spots").addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot) pick(spot.dataset.spot);
  });
  by("spots").addEventListener("keydown", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    pick(spot.dataset.spot);
  });
  by("back").onclick = () => open(number - 1);
  by("forth").onclick = () => open(number + 1);
  by("again").onclick = () => open(number);
  by("forget").onclick = () => {
    keep(kept().filter((name) => !data.names.includes(name)));
    solved.clear();
    open(0);
  };
  by("leave").hidden = history.length < 2 || !location.protocol.startsWith("http"); // of a file there is no lobby
  by("leave").onclick = () => history.back();
  by("hint").onclick = () => {
    if (!node) return;
    const { hint } = data.problems[number][step];
    spotsOf().forEach((spot) => spot.classList.toggle("hinted", spot.dataset.spot === hint));
  };
  by("solution").onclick = () => {
    if (node) go("shown", data.problems[number][step].solution);
  };
  data.problems.forEach((_, place) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = String(place + 1);
    button.onclick = () => open(place);
    item.append(button);
    by("problems").append(item);
  });
  NARROW.addEventListener("change", () => {
    show(shown);
    mark();
  });
  document.addEventListener("language", () => {
    by("task").textContent = say(data.problems[number][step].task);
    by("said").textContent = said ? said() : "";
  });
  const asked = /^#(\d+)$/.exec(location.hash);
  const first = data.names.findIndex((_, place) => !solved.has(place));
  open(asked ? Number(asked[1]) - 1 : first);
})();
