"""Submissions that attack the checker, as lines at the top of a game that is otherwise right or wrong."""

from __future__ import annotations

ENDLESS = "while True: pass\n"

ATTACKS = {
    "prints garbage": """
import sys
for _ in range(20000):
    print('{"done": 100, "rung": "plays", "status": "ok"}' * 20)
    print("x" * 900, file=sys.stderr)
""",
    "exits": "import sys\nsys.exit(0)\n",
    "exits at once": "import os\nos._exit(0)\n",
    "raises a stranger": "class Mine(BaseException): pass\nraise Mine('ha')\n",
    "loops": ENDLESS,
    "forks": "import os\nwhile True:\n    os.fork()\n",
    "takes memory": "hoard = []\nwhile True:\n    hoard.append(bytearray(2**24))\n",
    "fills the disk": """
import os
for number in range(10_000):
    with open(f"{os.environ['TMPDIR']}/{number}", "wb") as file:
        file.write(bytes(2**24))
""",
    "floods the pipe": "import os\nfor _ in range(10**6):\n    os.write(3, b'x' * 60000 + b'\\n')\n",
    "writes results": """
import json, os
for name in ("results.json", "grades.json", "/tmp/grades.json", "../grades.json", os.path.expanduser("~/grades.json")):
    try:
        open(name, "w").write(json.dumps({"score": 100}))
    except OSError:
        pass
for number in range(1, 64):
    try:
        os.write(number, b'{"done": 20, "game": "mine"}\\n')
    except OSError:
        pass
""",
    "empties the ladder": "import boardgames.testkit.climb as climb\nclimb.RUNGS = ()\n",
    "patches the rung": "import boardgames.testkit.rung as rung\nrung.Rung.climb = lambda self, trial: None\n",
    "patches the report": """
import boardgames.testkit.report as report
report.Finding.of = lambda rung, flaw: report.Finding(rung, "ok")
""",
    "patches pickle": "import pickle\npickle.loads = lambda data: 1\n",
    "patches code": """
from boardgames.testkit import rung
def climb(self, trial):
    return None
rung.Rung.climb.__code__ = climb.__code__
""",
    "forges with the nonce": """
import json, os, sys
from boardgames.testkit import RUNGS
frame = sys._getframe()
while frame is not None:
    for value in list(frame.f_locals.values()):
        if isinstance(value, dict) and "nonce" in value:
            nonce = value["nonce"]
    frame = frame.f_back
for answer in [*({"rung": rung.name, "status": "ok"} for rung in RUNGS), {"done": 20}]:
    for number in range(3, 10):
        try:
            os.write(number, f"{nonce} {json.dumps(answer)}\\n".encode())
        except OSError:
            pass
os._exit(0)
""",
    "kills all it sees": """
import os
for number in range(1, 70000):
    try:
        os.kill(number, 9)
    except OSError:
        pass
""",
}
"""What stands at the top of the file; the game below is right, but for what the attack does to it."""

ALTERED = {name for name in ATTACKS if name.startswith(("empties", "patches"))}
HARMLESS = {"prints garbage", "writes results"}
"""They do not keep the checker from its work, so the game gets what it deserves."""
