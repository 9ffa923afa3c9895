"""Submissions that attack the checker, as lines at the top of a game that is otherwise right or wrong."""

from __future__ import annotations

TOY = """
from __future__ import annotations
import attrs, boardgames as bg
ACTIONS = tuple(bg.SimpleAction(i, "abc"[i]) for i in range(3))
@attrs.frozen
class State(bg.BaseState):
    game: object
    n: int = 0
    @property
    def key(self): return self.n
    @property
    def outcome(self): return bg.Outcome.lost_by(self.n % 2, "end") if self.n >= 9 else None
    @property
    def turn(self): return bg.OVER if self.outcome else self.n % 2
    def actions(self): return [] if self.outcome else list(ACTIONS)
    def apply(self, action): return State(self.game, self.n + 1 + action.index)
    def __str__(self): return str(self.n)
    # state
class Game(bg.SimpleGame):
    name = title = "toy"
    all_actions = ACTIONS
    def start(self): return State(self)
    def parse(self, text):
        if len(text) > 2 or text not in map(str, range(12)): raise bg.UnreadablePosition(f"{text[:9]!r}")
        return State(self, int(text))
    # game
SPEC = bg.GameSpec(
    name="toy", title="Toy", game=Game, reasons={"end": "it ends"}, picture=str, max_plies=9, sources=("x",)
)
"""


def toy(broken: str = "", top: str = "") -> str:
    """The source of a small game; ``broken`` defines something of it anew, ``top`` stands above it."""
    place = "# game" if "parse" in broken else "# state"
    return TOY.replace("import attrs,", f"{top}\nimport attrs,").replace(place, broken)


FORGE = """
import os, sys
from boardgames.testkit import RUNGS
def forge():
    frame = sys._getframe()
    while "send" not in frame.f_locals:
        frame = frame.f_back
    send = frame.f_locals["send"]
    if "games" not in frame.f_locals["order"]:
        return  # the witness waits
    for rung in RUNGS:
        send("found", rung=rung.name, status="ok", what="", seed=None, actions=[], position=None)
    send("done", games=20, game="mine")
"""
"""Says that all is well, and knows the words for it."""

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
    "patches json": """
import json.encoder as encoder
encode = encoder.JSONEncoder.encode
encoder.JSONEncoder.encode = lambda s, x: encode(s, dict(x, status="ok") if "status" in x else x)
""",
    "hides a builtin": "import boardgames.testkit.values as values\nvalues.hash = lambda thing: 1\n",
    "patches pickle": "import pickle\npickle.loads = lambda data: 1\n",
    "patches code": """
from boardgames.testkit import rung
def climb(self, trial):
    return None
rung.Rung.climb.__code__ = climb.__code__
""",
    "forges with the pipe": FORGE + "forge()\nos._exit(0)\n",
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

ALTERED = {name for name in ATTACKS if name.startswith(("empties", "patches", "hides"))}
HARMLESS = {"prints garbage", "writes results"}
"""They do not keep the checker from its work, so the game gets what it deserves."""
