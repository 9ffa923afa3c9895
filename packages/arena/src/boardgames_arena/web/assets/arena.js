// The ladder: asks the server every second for what has changed, and shows it in place of what was there.

import { t } from "./translate.js";

const INTERVAL = 1000; // milliseconds
const LONGEST = 15000;
const path = document.body.dataset.live;
const live = document.getElementById("live");
const connection = document.getElementById("connection");
let wait = INTERVAL;

const report = (sentence) => {
  connection.textContent = sentence;
  connection.hidden = !sentence;
};

const look = async () => {
  try {
    const answer = await fetch(`${path}&version=${live.dataset.version}`);
    if (answer.status === 200) {
      const opened = [...live.querySelectorAll("details[open]")].map((each) => each.id);
      live.innerHTML = await answer.text(); // of our own server, which has escaped all names
      live.dataset.version = answer.headers.get("X-Version");
      for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    }
    wait = INTERVAL;
    report("");
  } catch {
    wait = Math.min(2 * wait, LONGEST);
    report(t("The server is not there; trying again …"));
  }
  setTimeout(look, wait);
};

if (path) setTimeout(look, wait);
