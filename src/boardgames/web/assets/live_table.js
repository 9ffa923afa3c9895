// A table of a server: its facts come through a WebSocket.

import { Connection } from "./connection.js";
import { showTable } from "./table.js";

const address = new URL(document.body.dataset.live, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
showTable((receive, report) => new Connection(address, receive, report));
