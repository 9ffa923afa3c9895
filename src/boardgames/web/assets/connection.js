// The WebSocket to the server.  When it breaks it is opened again, and the server sends everything anew.

import { t } from "./translate.js";

const FIRST_WAIT = 200; // milliseconds
const LONGEST_WAIT = 5000;
const TABLE_CLOSED = 4404;
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;

export class Connection {
  /** `receive` gets each fact; `report` gets a sentence about the connection, or "" when it works. */
  constructor(address, receive, report) {
    this.address = address;
    this.receive = receive;
    this.report = report;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.report("");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event);
  }

  async closed(event) {
    if (event.code === TABLE_CLOSED) return this.report(t("This table was closed."));
    if (event.code === POLICY_VIOLATION || event.code === MESSAGE_TOO_BIG) {
      const reason = event.reason || t("a message was too long");
      return this.report(t("The server closed the connection: {reason}. Load the page again.", { reason }));
    }
    this.report(t("The connection to the server is broken; trying again …"));
    if (await this.refused()) return;
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Whether the server refuses this page now; if so, its reason is reported. */
  async refused() {
    try {
      const answer = await fetch(location.href);
      if (answer.ok || answer.status >= 500) return false; // it may be about to end, and another to begin
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.report(page.querySelector(".refusal")?.textContent ?? t("The server's answer makes no sense."));
      return true;
    } catch {
      return false; // the server is not there now, and may come back
    }
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
