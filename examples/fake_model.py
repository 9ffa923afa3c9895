"""Run a command beside a server that stands in for a language model: no network, no key, no cost.

    python examples/fake_model.py boardgames match ur llm:model=fake,legal=on random --games 2

Its model answers with the first action that the prompt lists, so ask it with legal=on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model(BaseHTTPRequestHandler):
    """Answers each question with the first legal action."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompt = asked["messages"][-1]["content"]
        first = prompt.partition("Legal actions: ")[2].partition("\n")[0].partition(",")[0]
        said = "I take the first one.\n\n" + json.dumps({"action": first})
        answer = {
            "model": asked["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}],
            "usage": {"prompt_tokens": len(prompt) // 4, "completion_tokens": len(said) // 4},
        }
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *facts: object) -> None:
        pass


def main() -> int:
    if not sys.argv[1:] or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/v1"
    return subprocess.run(sys.argv[1:], env={**os.environ, "OPENAI_BASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
