// The page of records where Python runs in the browser.

import { Python } from "./python.js";
import { say, showProgress, showRecords } from "./record_files.js";

const python = new Python({
  report: (sentence) => say("connection", sentence),
  receive: (topic, text) => topic === "records" && showProgress(JSON.parse(text)),
});
const call = (name, args) => python.call(`boardgames_site.records:${name}`, args);
showRecords({ call, show: async (frame, number) => (frame.srcdoc = await call("replay", [number])) });
