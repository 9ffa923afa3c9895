// Reads records with tsshogi, one JSON object a line on stdin, and prints what it found of each.
import * as readline from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.argv[2] + "/");
const shogi = await import(pathToFileURL(require.resolve("tsshogi")));
const readers = { kif: shogi.importKIF, ki2: shogi.importKI2, csa: shogi.importCSA, jkf: shogi.importJKFString };

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { form, text } = JSON.parse(line);
  const record = readers[form](text);
  if (record instanceof Error) {
    console.log(JSON.stringify({ error: String(record) }));
    continue;
  }
  const moves = [], times = [];
  let ending = "", branches = 0;
  record.forEach((node) => { branches += node.hasBranch && node.isFirstBranch ? 1 : 0; });
  for (const node of record.moves) {
    if (node.move instanceof shogi.Move) {
      moves.push(node.move.usi);
      times.push(Math.round(node.elapsedMs / 1000));
    } else if (node.ply > 0) {
      ending = node.move.type ?? String(node.move);
    }
  }
  const comments = record.moves.map((node) => node.comment);
  console.log(JSON.stringify({ comments, moves, times, ending, branches, start: record.initialPosition.sfen }));
}
