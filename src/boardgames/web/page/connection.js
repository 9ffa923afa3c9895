// The line to the server.  When it breaks it is opened again, and the server tells all anew.

const FIRST_WAIT = 200; // milliseconds
const LONGEST_WAIT = 5000;
const TABLE_IS_GONE = 4404;

export class Connection {
  /** `hear` is handed each fact; `tell` is handed a sentence about the line, or "" when it is well. */
  constructor(address, hear, tell) {
    this.address = address;
    this.hear = hear;
    this.tell = tell;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.tell("");
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event);
  }

  async closed(event) {
    if (event.code === TABLE_IS_GONE) return this.tell("This table was closed.");
    if (event.code === 1008 || event.code === 1009) {
      return this.tell(`The server has closed the line: ${event.reason || "a message was too long"}. Load the page again.`);
    }
    this.tell("The line to the server is broken; trying again …");
    if (await this.refused()) return;
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Does the server still know this table?  What it says instead is told. */
  async refused() {
    try {
      const answer = await fetch(location.href);
      if (answer.ok) return false;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.tell(page.querySelector(".refusal")?.textContent ?? "The server does not answer as it should.");
      return true;
    } catch {
      return false; // it is not there now, and may come back
    }
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
