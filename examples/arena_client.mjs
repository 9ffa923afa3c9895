// A client of an arena in JavaScript (Node 22 or newer): lets a program of this computer play, as 'boardgames connect' does.
//
//     node arena_client.mjs http://127.0.0.1:8713 ur NAME GAMES ./mybot ARGUMENT...
//
// docs/arena.md specifies the protocol. This client goes on after no break: a game that is played then is lost.

import { spawn } from "node:child_process";

const [url, game, name, games, ...command] = process.argv.slice(2);
const socket = new WebSocket(`${url.replace(/^http/, "ws")}/arena`, "boardgames.1");
socket.binaryType = "arraybuffer";
const programs = new Map(); // by the numbers of their games
let left = Number(games);

const say = (kind, fields) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ kind, ...fields }));

const begin = (number) => {
  const program = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  programs.set(number, program);
  program.on("spawn", () => say("started", { game: number }));
  program.on("error", (error) => say("ended", { game: number, fault: "not started", detail: error.message }));
  program.stdin.on("error", () => {}); // it has ended; 'close' says how
  program.stdout.on("data", (data) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.concat([Buffer.from(`${number} `), data]));
  });
  program.on("close", (status, signal) => {
    const how = signal ? `was ended by signal ${signal}` : `exited with status ${status}`;
    say("ended", { game: number, fault: "crash", detail: `it ${how} and gave no answer` });
  });
};

const over = (number) => {
  const program = programs.get(number);
  programs.delete(number);
  program?.stdin.end();
  setTimeout(() => program?.kill("SIGKILL"), 500).unref();
};

const heard = {
  welcome: (facts) => console.error(`Welcome as ${facts.name}.`, facts.token ? `Your token: ${facts.token}` : ""),
  refused: (facts) => {
    console.error(facts.sentence);
    process.exitCode = 2;
  },
  notice: (facts) => console.error(facts.sentence),
  ping: (facts) => say("pong", { number: facts.number }),
  game: (facts) => begin(facts.game),
  "end of input": (facts) => programs.get(facts.game)?.stdin.end(),
  over: (facts) => {
    console.log(facts.sentence);
    over(facts.game);
    if (facts.returns && --left === 0) socket.close(1000);
  },
};

socket.onopen = () => say("hello", { name, game, games: left, token: process.env.BOARDGAMES_ARENA_TOKEN });
socket.onmessage = ({ data }) => {
  if (typeof data === "string") {
    const facts = JSON.parse(data);
    heard[facts.kind]?.(facts);
    return;
  }
  const bytes = Buffer.from(data);
  const space = bytes.indexOf(" ");
  programs.get(Number(bytes.subarray(0, space)))?.stdin.write(bytes.subarray(space + 1));
};
socket.onclose = () => [...programs.keys()].forEach(over);
