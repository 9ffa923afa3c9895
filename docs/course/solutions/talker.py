# talker.py
from random import Random

import boardgames as bg
from boardgames.core.protocol import Briefing, Event, Verdict
from boardgames.testkit import checks, expect


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
with checks():
    state = bg.load("ur", tokens=3).start()
    plain = bg.find("ur").protocol("plain")
    referees = [plain.referee(Briefing(state, ["Ann", "Bob"]), seat) for seat in (0, 1)]
    talkers = [Talker(), Talker()]
    random = Random(1)

    def say(seat, lines):
        answers = [talkers[seat].hear(line) for line in lines]
        expect([type(answer) for answer in answers], [list] * len(lines))
        return [said for answer in answers for said in answer]

    for seat in (0, 1):
        expect(say(seat, referees[seat].opening()), [])
    while state.outcome is None:
        if state.turn == bg.CHANCE:
            action, _ = random.choice(state.chances())
        else:
            lines = referees[state.turn].ask(state)
            expect(say(state.turn, lines), [str(state.actions()[-1])])
            action = state.actions()[-1]
        event = Event(state, action, state.apply(action))
        expect([say(seat, referees[seat].happened(event)) for seat in (0, 1)], [[], []])
        state = event.after
    for seat in (0, 1):
        expect(talkers[seat].over, False)
        expect(say(seat, referees[seat].closing(Verdict(state.outcome))), [])
        expect(talkers[seat].over, True)
    expect(Talker().over, False)  # a new game, a new talker
