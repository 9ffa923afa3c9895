# promotions.py
import boardgames as bg
from boardgames.testkit import checks, expect


def choices(state):
    """The moves, without the +, that are legal both with promotion and without, sorted."""
    texts = {str(action) for action in state.actions()}
    return sorted(text for text in texts if text + "+" in texts)


# -- check ---------------------------------------------------------------------
with checks():
    shogi = bg.load("shogi")
    expect(choices(shogi.start()), [])
    silver = shogi.parse("4k4/9/4S4/9/9/9/9/9/4K4 b - 1")
    expect(choices(silver), ["5c4b", "5c4d", "5c5b", "5c6b", "5c6d"])
    pawns = shogi.parse("4k4/P8/8P/9/9/9/9/9/4K4 b - 1")  # one of them must be promoted
    expect(choices(pawns), ["1c1b"])
    white = shogi.parse("4k4/9/9/9/9/4s4/9/9/4K4 w - 1")  # its last three ranks are at the bottom
    expect(choices(white), ["5f4g", "5f5g", "5f6g"])
    promoted = shogi.parse("4k4/9/4+S4/9/9/9/9/9/4K4 b S 1")  # nor does a drop promote
    expect(choices(promoted), [])
