// A table: shows the facts that the server sends, and sends what a person chooses.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Moves } from "./moves.js";
import { Clocks, addOutput, clearOutput, show, showHints } from "./panel.js";

const NAMED_CHOICES = 4; // more are not listed by name
const by = (id) => document.getElementById(id);
const isHost = document.body.dataset.host === "yes";

let game = null; // names, sides, whether pieces have Latin letters
let mine = null; // the seats of this page
let seat = 0; // from which the board is seen
let turn = null; // which seat is to act, and its paths of clicks
let picture = null; // what the board shows
let ending = ""; // a sentence, once the game is over
let unshown = []; // sentences of events that the board does not show yet

const board = new Board(by("board"), {
  choose: (action) => connection.send({ do: "act", ply: turn.ply, action }),
  changed(chosen, next) {
    by("cancel").disabled = !chosen.length;
    show("error", "");
    if (chosen.length) show("status", `${chosen.join(", ")}: ${prompt(next)}`);
    else showPosition();
  },
  refused: (label) => show("error", `${label}: no legal move. You can choose the outlined places.`),
});
by("board").tabIndex = -1;
const clocks = new Clocks();
const moves = new Moves((ply) => {
  moves.at = ply;
  view();
});

/** What to choose next: places by name if they are few, and the man on them if it is the same everywhere. */
const prompt = (labels) => {
  const places = labels.map((label) => label.split(", ")[0]);
  const [man, ...others] = new Set(labels.map((label) => label.split(", ").slice(1).join(", ")));
  const where = man && !others.length ? `${man} at ` : "";
  if (places.length > NAMED_CHOICES) return `now choose ${where || "one of "}the outlined places`;
  const last = places.pop();
  return `now choose ${where}${places.length ? `${places.join(", ")} or ` : ""}${last}`;
};

const view = () => {
  connection.send({ do: "look", ply: moves.at, seat, western: by("western").checked });
  moves.mark();
};

/** Whether the board shows the end of a game. */
const isOver = () => Boolean(ending) && moves.at === null;

/** Say what happened last before the ply that the board shows. */
const showPosition = () => {
  const ply = moves.plies[moves.shown() - 1];
  const sentences = isOver() ? [ending] : [ply?.text ?? "The start", picture?.caption];
  show("status", sentences.filter(Boolean).join(". "));
  document.body.classList.toggle("over", isOver());
};

/** Enable what this page can do now: clicks on the board, and buttons. */
const update = () => {
  const live = moves.at === null && picture && turn && picture.ply === turn.ply && !ending;
  const paths = live ? turn.paths : null;
  if (board.paths !== paths || !paths) board.offer(paths);
  by("cancel").disabled = !board.path.length;
  document.body.classList.toggle("my-turn", Boolean(paths));
  const myTurn = Boolean(turn?.paths) && !ending;
  by("undo").disabled = !myTurn || !moves.plies.some((ply) => mine.includes(ply.seat));
  by("hint").disabled = !myTurn;
  const playing = Boolean(mine?.length);
  for (const id of ["cancel", "undo", "hint", "resign"]) by(id).hidden = !playing || Boolean(ending);
  by("resign").disabled = Boolean(ending) || (turn?.resigning ?? []).some((each) => mine.includes(each));
  by("again").hidden = !isHost;
  by("swap").hidden = !isHost || (game?.names.length ?? 0) < 2;
  const asking = turn?.undo_request ?? null;
  const canAgree = asking !== null && playing && !mine.includes(asking);
  by("agree").hidden = !canAgree;
  const name = asking === null ? "" : game.names[asking];
  show("request", asking === null ? "" : canAgree ? `${name} asks to take moves back.` : `${name} has asked to take moves back.`);
};

const onFact = {
  hello(fact) {
    const before = mine;
    mine = fact.seats;
    if (before === null || String(before) !== String(mine)) seat = mine[0] ?? 0;
    turn = picture = null;
    ending = "";
    unshown = [];
    moves.reset();
    moves.at = null;
    clearOutput();
    showHints([], null);
    show("error", "");
    view();
  },
  events(fact) {
    const sentences = [];
    for (const entry of fact.entries) {
      onEvent[entry.kind](entry);
      if (entry.kind === "ply") sentences.push(entry.text);
    }
    moves.mark();
    if (moves.at === null && sentences.length <= 4) unshown = sentences;
    showHints([], null);
  },
  picture(fact) {
    picture = fact;
    Object.assign(by("board").dataset, { ply: fact.ply, seat: fact.seat });
    board.show(fact.svg);
    update();
    if (!board.path.length) showPosition();
    if (moves.at === null && unshown.length) {
      if (!ending) show("status", [...unshown, fact.caption].join(". "));
      unshown = [];
    }
  },
  turn(fact) {
    turn = fact;
    clocks.run(ending ? -2 : fact.seat, fact.elapsed);
    update();
  },
  output: (fact) => addOutput(fact.lines),
  hint(fact) {
    by("hint").disabled = false;
    if (turn?.paths && fact.ply === turn.ply) {
      showHints(fact.rated, (path) => board.hint(path));
      board.hint(fact.rated[0].actions[0].path);
    }
  },
  error(fact) {
    show("error", fact.sentence);
    update();
  },
};

const end = (sentence, fault) => {
  ending = sentence;
  by("status").classList.toggle("fault", fault);
  clocks.run(-2, 0);
  showPosition();
};

const onEvent = {
  game(entry) {
    game = entry;
    by("status").classList.remove("fault");
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
    show("error", "");
  },
  undone: (entry) => moves.takeBack(entry.plies),
  message: (entry) => show("error", entry.sentence),
  over: (entry) => end(entry.sentence, entry.fault),
  stopped: (entry) => end(entry.sentence, true),
};

const address = new URL(document.body.dataset.live, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const connection = new Connection(
  address,
  (fact) => onFact[fact.kind]?.(fact),
  (sentence) => {
    show("connection", sentence);
    document.body.classList.toggle("disconnected", Boolean(sentence));
  },
);

const sure = (question) => Boolean(ending) || !moves.plies.length || confirm(question);
by("cancel").onclick = () => board.cancel();
by("undo").onclick = () => connection.send({ do: "undo" });
by("agree").onclick = () => connection.send({ do: "agree" });
by("resign").onclick = () => confirm("Resign this game?") && connection.send({ do: "resign" });
by("again").onclick = () => sure("The game is not over. Begin a new one?") && connection.send({ do: "new" });
by("swap").onclick = () =>
  sure("The game is not over. Begin a new one with sides swapped?") && connection.send({ do: "new", swap: true });
by("hint").onclick = () => {
  by("hint").disabled = true;
  show("error", "");
  connection.send({ do: "hint" });
};
by("turn").onclick = () => {
  seat = (seat + 1) % (game?.names.length ?? 1);
  view();
};
by("western").onchange = view;

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
