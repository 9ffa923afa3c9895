# talker.py
import boardgames as bg
from boardgames.core.protocol import Briefing, Event
from boardgames.core.record import Verdict
from boardgames.testkit import expect


class Talker:
    """Hears the lines of ``plain`` one by one."""

    over = False

    def hear(self, line):
        """The lines to say, a list; often empty."""
        word, *words = line.split()
        if word == "over":
            self.over = True
        return words[-1:] if word == "go" else []


# -- check ---------------------------------------------------------------------
state = bg.load("ur", tokens=1, dice=(0, 1)).start()
plain = bg.find("ur").protocol("plain")
referees = [plain.referee(Briefing(state, ["Ann", "Bob"]), seat) for seat in (0, 1)]
talkers = [Talker(), Talker()]


def say(seat, lines):
    return [said for line in lines for said in talkers[seat].hear(line)]


for seat in (0, 1):
    expect(say(seat, referees[seat].opening()), [])
while state.outcome is None:
    if state.turn == bg.CHANCE:
        action = state.chances()[0][0]
    else:
        said = say(state.turn, referees[state.turn].ask(state))
        expect(len(said), 1)
        action = referees[state.turn].hear(said[0]).action
        expect(action, state.actions()[-1])
    event = Event(state, action, state.apply(action))
    expect([say(seat, referees[seat].happened(event)) for seat in (0, 1)], [[], []])
    state = event.after
for seat in (0, 1):
    expect(talkers[seat].over, False)
    say(seat, referees[seat].closing(Verdict(state.outcome)))
    expect(talkers[seat].over, True)
print("well done")
