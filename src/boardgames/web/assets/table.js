// A table: shows the facts that its connection receives, and sends what a person chooses.

import { Board } from "./board.js";
import { Chances } from "./chances.js";
import { NARROW } from "./layout.js";
import { Moves } from "./moves.js";
import { Clocks, addOutput, clearOutput, show, showHints, showReport } from "./panel.js";
import { Premove } from "./premove.js";
import { Reasons } from "./reasons.js";
import { Sounds } from "./sounds.js";
import { t } from "./translate.js";

const REPLAY_STEP = 900; // milliseconds
const NEWS = 5; // events that are said together, at most
const by = (id) => document.getElementById(id);
const rows = [...document.querySelectorAll(".players li")]; // with names and clocks
const isHost = document.body.dataset.host === "yes";

let game = null; // names, sides, whether pieces have Latin letters
let mine = null; // the seats of this page
let seat = 0; // from which the board is seen
let turn = null; // which seat is to act, and its paths of clicks
let picture = null; // what the board shows
let later = null; // what it is to show when no piece moves any more
let step = null; // of a better line, if the board shows one
let ending = null; // who won, and why, once the game is over
let caughtUp = false; // whether the events so far have been sent

const ADVICE = t("You can choose the outlined places.");
const NO_MOVE = t("no legal move");
const YOU = t("You");
const TITLE = document.title;

const board = new Board(by("board"), {
  choose(action) {
    if (turn.paths) connection.send({ do: "act", ply: turn.ply, action });
    else chooseEarly(JSON.parse(action), true);
  },
  changed(path) {
    by("cancel").hidden = !path.length;
    show("error", "");
    reasons.chosen(path);
    if (!turn?.paths) chooseEarly(path, false);
    else if (path.length) connection.send({ do: "choose", ply: turn.ply, path });
    else showPosition();
  },
  refused: (label, path) => reasons.refused(label, path),
  elsewhere: () => premove.whole && board.cancel(),
  t,
});
const premove = new Premove(board);
const reasons = new Reasons(board, {
  ask: (path, action) => turn?.paths && connection.send({ do: "why", ply: turn.ply, path, action }),
  say: (label, why) => show("error", t("{place}: {why}. {advice}", { place: label, why: why || NO_MOVE, advice: ADVICE })),
});
by("board").tabIndex = -1;
const clocks = new Clocks();
const sounds = new Sounds(by("sounds"));
const moves = new Moves((ply) => {
  stopReplay();
  go(ply);
});
const go = (ply) => {
  premove.clear();
  moves.at = ply;
  step = null;
  view();
  chances.follow();
};
const chances = new Chances(moves, {
  go: (ply) => {
    stopReplay();
    go(ply);
  },
  showStep(chosen) {
    stopReplay();
    step = chosen;
    view();
  },
  send: (message) => connection.send(message),
});

let replaying = 0; // a timer
const stopReplay = () => {
  clearInterval(replaying);
  replaying = 0;
  by("replay").textContent = t("Replay");
};
const replay = () => {
  go(0);
  by("replay").textContent = t("Stop");
  replaying = setInterval(() => {
    go(moves.bounded(moves.shown() + 1));
    if (moves.at === null) stopReplay();
  }, REPLAY_STEP);
};

/** What happened, in words: "Ann throws 2, enters a token on 2"; "You" where this page plays for one seat only. */
const say = (plies) => {
  const sentences = [];
  let last = null;
  plies.forEach((ply, place) => {
    const you = mine.length === 1 && ply.by === mine[0] && Boolean(ply.yours);
    const whole = you ? ply.yours : ply.words;
    const words = place === plies.length - 1 ? whole : whole.split(":")[0]; // what follows says the rest
    if (ply.by >= 0 && ply.by === last) sentences.push(t("{sentence}, {words}", { sentence: sentences.pop(), words }));
    else sentences.push(ply.by < 0 ? words : t("{name} {words}", { name: you ? YOU : game.names[ply.by], words }));
    last = ply.by;
  });
  return sentences.join(t(". "));
};

const view = () => {
  const ply = step ? moves.shown() : moves.at;
  connection.send({ do: "look", ply, seat, western: by("western").checked, tall: NARROW.matches, line: step?.step ?? null });
  moves.mark();
};

/** Whether the board shows the end of a game. */
const isOver = () => Boolean(ending) && moves.at === null && !step;

/** The last event before the ply that the board shows; in the game as it is now, all since this page's last move. */
const latest = () => {
  const shown = moves.plies.slice(0, moves.shown());
  const before = shown.slice(0, -1).findLastIndex((ply) => mine.includes(ply.seat));
  const isNews = moves.at === null && mine.length === 1 && !mine.includes(shown.at(-1)?.seat);
  return shown.slice(isNews ? Math.max(before + 1, shown.length - NEWS) : -1);
};

/** Say what happened, and whose turn it is if that is this page's. */
const showPosition = () => {
  const status = by("status");
  document.body.classList.toggle("over", isOver());
  status.classList.toggle("fault", isOver() && ending.fault);
  if (picture?.words) {
    show("status", t("Better: {words}", { words: picture.words }));
    return;
  }
  if (isOver()) {
    const [who, why] = [document.createElement("strong"), document.createElement("span")];
    who.textContent = ending.who;
    why.textContent = ending.why && t(": {why}", { why: ending.why });
    status.hidden = false;
    if (status.textContent !== who.textContent + why.textContent) status.replaceChildren(who, why);
    return;
  }
  const yours = moves.at === null && Boolean(turn?.paths) && turn.ply === picture?.ply;
  const early = premove.whole ? t("Premove: {move}", { move: premove.words }) : "";
  const next = yours && mine.length === 1 ? t("Your turn") : early || picture?.caption;
  show("status", [say(latest()) || t("The start"), next].filter(Boolean).join(t(". ")));
};

/** Keep the spots of a premove, none to cancel it. */
const chooseEarly = (path, whole) => {
  if (whole) premove.queue(path);
  else if (path.length) premove.path = path;
  else premove.clear();
  if (whole || !path.length) update();
  if (whole || !path.length) showPosition();
  else show("status", t("{move}: to where, when it is your turn?", { move: board.pathInWords() }));
};

/** Enable what this page can do now: clicks on the board, and buttons. */
const update = () => {
  const live = moves.at === null && picture && turn && picture.ply === turn.ply && !ending;
  const isOthers = live && !turn.paths && mine.length === 1 && turn.seat >= 0 && turn.seat !== mine[0];
  if (isOthers) turn.early = premove.whole ? null : (turn.early ?? premove.paths(mine[0]));
  const early = isOthers ? turn.early : null;
  const paths = (live && turn.paths) || early;
  if (board.paths !== paths || !paths) {
    board.offer(paths, Boolean(early));
    reasons.reset(Boolean(paths && !early));
    if (premove.whole && !paths) board.hint(premove.path);
    if (paths && !early) premove.turnHasCome(paths, (move) => t("Premove {move}", { move }));
  }
  document.body.classList.toggle("my-turn", Boolean(paths && !early));
  const myTurn = Boolean(turn?.paths) && !ending;
  document.title = myTurn && document.hidden ? t("Your turn: {title}", { title: TITLE }) : TITLE;
  by("undo").disabled = !myTurn || !moves.plies.some((ply) => mine.includes(ply.seat));
  by("hint").disabled = !myTurn;
  const playing = Boolean(mine?.length);
  by("cancel").hidden = !playing || Boolean(ending) || (!board.path.length && !premove.whole);
  for (const id of ["undo", "hint", "resign", "why-not"]) by(id).hidden = !playing || Boolean(ending);
  by("resign").disabled = Boolean(ending) || (turn?.resigning ?? []).some((each) => mine.includes(each));
  by("replay").hidden = !ending || !moves.plies.length;
  by("again").hidden = !isHost;
  by("swap").hidden = !isHost || (game?.names.length ?? 0) < 2;
  by("swap").textContent = ending ? t("Rematch, sides changed") : t("Swap sides");
  const asking = turn?.undo_request ?? null;
  const canAgree = asking !== null && playing && !mine.includes(asking);
  by("agree").hidden = by("refuse").hidden = !canAgree;
  const name = asking === null ? "" : game.names[asking];
  show("request", asking === null ? "" : canAgree ? t("{name} asks to take moves back.", { name }) : t("{name} has asked to take moves back.", { name }));
};

const onFact = {
  hello(fact) {
    const before = mine;
    mine = fact.seats;
    if (before === null || String(before) !== String(mine)) seat = mine[0] ?? 0;
    turn = picture = later = ending = null;
    caughtUp = false;
    premove.reset();
    moves.reset();
    moves.at = step = null;
    chances.draw({ html: "" });
    stopReplay();
    clearOutput();
    showHints([], null);
    show("error", "");
    view();
  },
  events(fact) {
    const plies = fact.entries.filter((entry) => entry.kind === "ply");
    for (const entry of fact.entries) onEvent[entry.kind](entry);
    moves.mark();
    if (moves.at === null) chances.follow();
    if (caughtUp && ending) sounds.play("end");
    else if (caughtUp && plies.length) sounds.play(plies.at(-1).seat < 0 ? "throw" : "move");
    caughtUp = true;
    showHints([], null);
  },
  async picture(fact) {
    if (fact.tall !== NARROW.matches) return; // drawn before the server knew how wide this page is
    later = fact;
    if (fact.ply !== picture?.ply) await board.motion.still();
    if (fact !== later) return; // another one has come meanwhile
    later = null;
    picture = fact;
    show("remark", fact.remark);
    Object.assign(by("board").dataset, { ply: fact.ply, seat: fact.seat, line: fact.line ?? "" });
    board.show(fact.svg);
    for (const row of rows) row.classList.toggle("near", Number(row.dataset.seat) === fact.seat);
    update();
    if (!board.path.length) showPosition();
  },
  turn(fact) {
    // The same choices again, because somebody else did something, do not end a choice that has begun.
    if (turn?.paths && JSON.stringify(turn.paths) === JSON.stringify(fact.paths)) fact.paths = turn.paths;
    if (turn?.ply === fact.ply && turn.seat === fact.seat) fact.early = turn.early;
    turn = fact;
    if (by("invitation")) by("invitation").hidden = Boolean(ending) || !fact.awaited.some((seat) => !mine.includes(seat));
    clocks.run(ending ? { ...fact, seat: -2 } : fact);
    update();
    if (!board.path.length) showPosition();
  },
  choice(fact) {
    if (fact.ply !== turn?.ply || String(fact.path) !== String(board.path)) return;
    board.redraw(fact.svg);
    show("status", t("{place}: {request}", { place: board.pathInWords(), request: fact.prompt }));
  },
  reasons: (fact) => fact.ply === turn?.ply && board.paths && reasons.answer(fact),
  unless: (fact) => fact.ply === turn?.ply && reasons.unless(fact),
  chances: (fact) => chances.draw(fact),
  analysis: (fact) => chances.progress(fact),
  report: showReport,
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

const end = ([who, why], fault) => {
  ending = { who, why, fault };
  premove.clear();
  clocks.stop();
  if (by("error").textContent.endsWith(ADVICE)) show("error", "");
  showPosition();
};

const onEvent = {
  game(entry) {
    game = entry;
    by("letters").hidden = !entry.letters;
    onEvent.names(entry);
  },
  names(entry) {
    if (game.names[mine[0]] !== entry.names[mine[0]]) by("your-name")?.remove();
    game.names = entry.names;
    rows.forEach((row, place) => {
      const own = mine.includes(place) ? t(" (you)") : "";
      row.querySelector("b").textContent = entry.names[place] + own;
    });
  },
  ply(entry) {
    entry.text = say([entry]);
    moves.add(entry);
    show("error", "");
  },
  undone(entry) {
    moves.takeBack(entry.plies);
    premove.clear();
    show("error", "");
  },
  message: (entry) => show("error", entry.sentence),
  over: (entry) => end(mine.length === 1 ? entry.yours[mine[0]] : entry.sentence, entry.fault),
  stopped: (entry) => end([entry.sentence, ""], true),
};

let connection = null;

/**
 * Show the table.  `connect` makes its connection: it gets a function that receives each fact, and one that reports
 * a sentence about the connection ("" when it works); its `send` takes a message.
 */
export const showTable = (connect) => {
  connection = connect(
    (fact) => onFact[fact.kind]?.(fact),
    (sentence) => {
      show("connection", sentence);
      document.body.classList.toggle("disconnected", Boolean(sentence));
    },
  );
  return connection;
};

const sure = (question) => Boolean(ending) || !moves.plies.length || confirm(question);
by("cancel").onclick = () => board.cancel();
by("undo").onclick = () => connection.send({ do: "undo" });
by("agree").onclick = () => connection.send({ do: "agree" });
by("refuse").onclick = () => connection.send({ do: "agree", refused: true });
by("resign").onclick = () => confirm(t("Resign this game?")) && connection.send({ do: "resign" });
by("again").onclick = () => sure(t("The game is not over. Begin a new one?")) && connection.send({ do: "new" });
by("swap").onclick = () =>
  sure(t("The game is not over. Begin a new one with sides swapped?")) && connection.send({ do: "new", swap: true });
by("hint").onclick = () => {
  by("hint").disabled = true;
  show("error", "");
  connection.send({ do: "hint" });
};
by("turn").onclick = () => {
  seat = (seat + 1) % (game?.names.length ?? 1);
  view();
};
by("replay").onclick = () => (replaying ? stopReplay() : replay());
by("western").onchange = view;
NARROW.addEventListener("change", () => view());
document.addEventListener("visibilitychange", () => update());

document.querySelectorAll(".copy").forEach((button) => {
  button.onclick = () => {
    button.previousElementSibling.select();
    document.execCommand("copy"); // the newer way needs https
    button.textContent = t("Copied");
  };
});
by("your-name")?.addEventListener("submit", (event) => {
  event.preventDefault();
  connection.send({ do: "name", name: by("your-name").querySelector("input").value });
});

const keys = {
  ",": () => by("back").click(),
  ".": () => by("forth").click(),
  ArrowLeft: () => by("back").click(),
  ArrowRight: () => by("forth").click(),
  Home: () => by("first").click(),
  End: () => by("end").click(),
  Escape: () => board.cancel(),
  t: () => by("turn").click(),
  T: () => by("turn").click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=checkbox]), select, pre")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

by("thinking").open = matchMedia("(min-width: 761px)").matches; // where there is room beside the board
document.querySelectorAll(".needs-script").forEach((element) => element.removeAttribute("hidden"));
