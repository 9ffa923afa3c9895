// The page of records of a server, which keeps what this page has opened.

import { say, showProgress, showRecords } from "./record_files.js";
import { t } from "./translate.js";

const query = new URLSearchParams(location.search);
query.set("page", crypto.getRandomValues(new Uint32Array(2)).join("-"));
let shown = 0; // so that a frame loads a game again that was judged

/** Call a function: each line of the answer is how far it is, and the last the result or the error. */
const call = async (name, args = []) => {
  say("connection", "");
  let text = "";
  try {
    const answer = await fetch(`records/${name}?${query}`, { method: "POST", body: JSON.stringify(args) });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split("\n");
      text = lines.pop();
      for (const line of lines) if (JSON.parse(line).total) showProgress(JSON.parse(line));
    }
  } catch {
    throw new Error(t("The server does not answer. Is it still running? Then try again."));
  }
  const { result, error } = JSON.parse(text);
  if (error) throw new Error(error);
  return result;
};
const show = async (frame, number) => {
  frame.src = `records/replay.html?${query}&number=${number}&shown=${++shown}`;
};
showRecords({ call, show });
