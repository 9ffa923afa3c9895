// A table: what the server tells is put on the page, what is chosen on the page is told to the server.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Moves } from "./moves.js";
import { Clocks, hints, show, silence, talk } from "./panel.js";

const by = (id) => document.getElementById(id);
const isHost = document.body.dataset.host === "yes";

let game = null; // names, sides, whether there are letters
let mine = null; // the seats of this page
let seat = 0; // from which the board is seen
let turn = null; // who is to act, and how
let picture = null; // what the board shows
let ending = "";

const board = new Board(
  by("board"),
  (action) => line.say({ do: "act", ply: turn.ply, action }),
  (labels, count) => {
    by("cancel").disabled = !labels.length;
    if (labels.length) show("said", `${labels.join(", ")}: ${count === 1 ? "one way" : `${count} ways`} to go on`);
    else tellPosition();
  },
);
by("board").tabIndex = -1;
const clocks = new Clocks();
const moves = new Moves((ply) => {
  moves.at = ply;
  look();
});

const look = () => {
  line.say({ do: "look", ply: moves.at, seat, western: by("western").checked });
  moves.mark();
};

/** What happened last at the ply that is looked at. */
const tellPosition = () => {
  const ply = moves.plies[moves.shown() - 1];
  const last = moves.at === null && ending;
  show("said", [ply?.told ?? "The start", last || picture?.caption].filter(Boolean).join(". "));
};

/** May the board be clicked, and which buttons mean something now? */
const settle = () => {
  const live = moves.at === null && picture && turn && picture.ply === turn.ply && !ending;
  const paths = live ? turn.paths : null;
  if (board.paths !== paths || !paths) board.offer(paths);
  by("cancel").disabled = !board.path.length;
  document.body.classList.toggle("my-turn", Boolean(paths));
  const myTurn = Boolean(turn?.paths) && !ending;
  by("undo").disabled = !myTurn || !moves.plies.some((ply) => mine.includes(ply.seat));
  by("hint").disabled = !myTurn;
  const sitting = Boolean(mine?.length);
  for (const id of ["cancel", "undo", "hint", "resign"]) by(id).hidden = !sitting;
  by("resign").disabled = Boolean(ending) || (turn?.resigning ?? []).some((each) => mine.includes(each));
  by("again").hidden = !isHost;
  by("swap").hidden = !isHost || (game?.names.length ?? 0) < 2;
  const asking = turn?.asks_back ?? null;
  const iMayAgree = asking !== null && sitting && !mine.includes(asking);
  by("agree").hidden = !iMayAgree;
  const who = asking === null ? "" : game.names[asking];
  show("ask", asking === null ? "" : iMayAgree ? `${who} asks to take moves back.` : `${who} has asked to take moves back.`);
};

const told = {
  hello(fact) {
    const before = mine;
    mine = fact.seats;
    if (before === null || String(before) !== String(mine)) seat = mine[0] ?? 0;
    turn = picture = null;
    ending = "";
    moves.reset();
    moves.at = null;
    silence();
    hints([], null);
    show("sorry", "");
    look();
  },
  story(fact) {
    const fresh = [];
    for (const entry of fact.entries) {
      happened[entry.kind](entry);
      if (entry.kind === "ply") fresh.push(entry.told);
      if (entry.kind === "word") show("sorry", entry.sentence);
    }
    moves.mark();
    if (moves.at === null && fresh.length <= 4) news = fresh;
    hints([], null);
  },
  picture(fact) {
    picture = fact;
    Object.assign(by("board").dataset, { ply: fact.ply, seat: fact.seat });
    board.show(fact.svg);
    settle();
    if (!board.path.length) tellPosition();
    if (moves.at === null && news.length) {
      show("said", [...news, ending || fact.caption].join(". "));
      news = [];
    }
  },
  turn(fact) {
    turn = fact;
    clocks.run(ending ? -2 : fact.seat, fact.elapsed);
    settle();
  },
  talk: (fact) => talk(fact.lines),
  hint(fact) {
    by("hint").disabled = false;
    if (turn?.paths && fact.ply === turn.ply) {
      hints(fact.rated, (path) => board.hint(path));
      board.hint(fact.rated[0].path);
    }
  },
  sorry(fact) {
    show("sorry", fact.sentence);
    settle();
  },
};
let news = []; // what happened, until the board shows it

const happened = {
  game(entry) {
    game = entry;
    by("letters").hidden = !entry.letters;
    [...document.querySelectorAll(".players li")].forEach((row, place) => {
      const own = mine.includes(place) ? " (you)" : "";
      row.querySelector("b").textContent = entry.names[place] + own;
    });
    clocks.clear(entry.left);
  },
  ply(entry) {
    moves.add(entry);
    clocks.spend(entry);
    show("sorry", "");
  },
  undone: (entry) => moves.takeBack(entry.plies),
  over(entry) {
    ending = entry.sentence;
    by("said").classList.toggle("fault", entry.fault);
    clocks.run(-2, 0);
    tellPosition();
  },
  stopped(entry) {
    ending = entry.sentence;
    by("said").classList.add("fault");
    clocks.run(-2, 0);
    tellPosition();
  },
  word() {},
};

const address = new URL(document.body.dataset.live, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const line = new Connection(
  address,
  (fact) => told[fact.kind]?.(fact),
  (sentence) => {
    show("line", sentence);
    document.body.classList.toggle("cut", Boolean(sentence));
  },
);

const sure = (question) => Boolean(ending) || !moves.plies.length || confirm(question);
by("cancel").onclick = () => board.cancel();
by("undo").onclick = () => line.say({ do: "undo" });
by("agree").onclick = () => line.say({ do: "agree" });
by("resign").onclick = () => confirm("Resign this game?") && line.say({ do: "resign" });
by("again").onclick = () => sure("The game is not over. Begin a new one?") && line.say({ do: "new" });
by("swap").onclick = () =>
  sure("The game is not over. Begin a new one with sides swapped?") && line.say({ do: "new", swap: true });
by("hint").onclick = () => {
  by("hint").disabled = true;
  show("sorry", "");
  line.say({ do: "hint" });
};
by("turn").onclick = () => {
  seat = (seat + 1) % (game?.names.length ?? 1);
  look();
};
by("western").onchange = look;

const keys = {
  ",": () => by("back").click(),
  ".": () => by("forth").click(),
  ArrowLeft: () => by("back").click(),
  ArrowRight: () => by("forth").click(),
  Home: () => by("first").click(),
  End: () => by("end").click(),
  t: () => by("turn").click(),
  T: () => by("turn").click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=checkbox]), pre")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

document.querySelectorAll(".needs-script").forEach((element) => element.removeAttribute("hidden"));
