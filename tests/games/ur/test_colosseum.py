"""The protocol of Code Colosseum, both sides of it, as lists of lines."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
from hypothesis import strategies as st

import boardgames as bg
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, NeedData, Over
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.games.ur.actions import Move
from boardgames.games.ur.colosseum import COLOSSEUM, FACES, HEADS, Colosseum, ColosseumPlayer
from boardgames.games.ur.rules import State, Ur
from boardgames.players import Uniform
from boardgames.referee import PlayerSeat, Referee, SeededDice
from tests.samples import cases, for_all, sample

NAMES = ["PlayerA", "PlayerB"]

# The example of the statement; what a player says is marked with >.
COINS = ["0 0 1 1", "1 1 1 1", "1 0 1 0", "0 1 0 0", "0 0 0 0", "1 0 1 1", "0 0 1 1", "0 0 0 1", "1 0 1 0"]
PLAYER_A = [
    "PlayerA", "PlayerB", "0", "0 0 1 1", ">3", "1 1 1 1", "0", "1 0 1 0", "0", "0 1 0 0", ">3", "0 0 0 0",
    "1 0 1 1", ">3", "0 0 1 1", "0", "0 0 0 1", ">4", "1 0 1 0", "RETIRE",
]  # fmt: skip
PLAYER_B = [
    "PlayerA", "PlayerB", "1", "0 0 1 1", "3", "1 1 1 1", ">0", "1 0 1 0", ">0", "0 1 0 0", "3", "0 0 0 0",
    "1 0 1 1", "3", "0 0 1 1", ">0", "0 0 0 1", "4", "1 0 1 0", ">2",
]  # fmt: skip
SPECTATORS = [
    "PlayerA", "PlayerB", "0 0 1 1", "3", "1 1 1 1", "0", "1 0 1 0", "0", "0 1 0 0", "3", "0 0 0 0",
    "1 0 1 1", "3", "0 0 1 1", "0", "0 0 0 1", "4", "1 0 1 0", "RETIRE",
]  # fmt: skip


class Dialogues:
    """The dialogues of both players and the spectators, and all lines that they were sent."""

    def __init__(self, start: Any) -> None:
        self.state = start
        briefing = Briefing(start, NAMES)
        self.dialogues = [Colosseum(briefing, seat) for seat in (0, 1, None)]
        self.streams = [list(dialogue.opening()) for dialogue in self.dialogues]

    def happened(self, action: Any, words: str = "") -> list[list[str]]:
        """The lines sent to each side for it."""
        event = Event(self.state, action, self.state.apply(action), words)
        self.state = event.after
        return self.send([list(dialogue.happened(event)) for dialogue in self.dialogues])

    def throw(self, coins: str) -> list[list[str]]:
        return self.happened(self.state.read(f"={coins.count('1')}"), coins)

    def hear(self, line: str) -> Any:
        """What the player to act means by a line."""
        seat = int(self.state.turn)
        self.send([list(self.dialogues[seat].ask(self.state)) if side == seat else [] for side in range(3)])
        self.streams[seat].append(f">{line}")
        return self.dialogues[seat].hear(line)

    def close(self, fault: Fault | None = None) -> list[list[str]]:
        verdict = Verdict(self.state.outcome) if fault is None else Verdict.forfeit(fault)
        return self.send([list(dialogue.closing(verdict)) for dialogue in self.dialogues])

    def send(self, lines: list[list[str]]) -> list[list[str]]:
        for stream, more in zip(self.streams, lines, strict=True):
            stream += more
        return lines


def test_the_statements_example() -> None:
    """Its nine throws and the answers printed there give the streams printed there, RETIRE included."""
    dialogues = Dialogues(bg.load("ur").start())
    said = [iter([line[1:] for line in stream if line.startswith(">")]) for stream in (PLAYER_A, PLAYER_B)]
    for coins in COINS:
        dialogues.throw(coins)
        if dialogues.state.turn != bg.CHANCE:
            seat = int(dialogues.state.turn)
            meaning = dialogues.hear(next(said[seat]))
            if isinstance(meaning, Answer):
                dialogues.happened(meaning.action, meaning.words)
    assert isinstance(meaning, Breach)
    assert meaning.kind == "illegal"
    assert meaning.detail == "token 2 on cell 0: cell 2 holds a token of the same side"
    dialogues.close(Fault(1, meaning.kind, meaning.detail))
    assert dialogues.streams == [PLAYER_A, PLAYER_B, SPECTATORS]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_statements_example_from_a_players_chair(seat: int) -> None:
    """The player's side knows when it is asked, and follows the tokens that the other named."""
    player = ColosseumPlayer(bg.load("ur"))
    asked = False
    for line in (PLAYER_A, PLAYER_B)[seat]:
        if line.startswith(">"):
            assert asked, line
            token = int(line[1:])
            cell = player.tokens.cells[seat][token]
            if player.state.movable >> cell & 1:  # what was printed, not the first token there
                player.advance(cast(Any, player.state.read(str(cell))), str(token))
            asked = False
        else:
            assert not asked, line
            meaning = player.hear(line)
            asked = isinstance(meaning, Ask)
            assert isinstance(meaning, Over) == (line == "RETIRE")
    assert str(player.state) == "0,0,0,0,0,1,6 0,0,0,0,0,0,2 1 2"


def test_names_and_seat_open_the_game_and_spectators_get_the_names_alone() -> None:
    assert Dialogues(bg.load("ur").start()).streams == [[*NAMES, "0"], [*NAMES, "1"], NAMES]


def test_all_see_the_coins_and_the_mover_gets_no_echo() -> None:
    dialogues = Dialogues(bg.load("ur").start())
    assert dialogues.throw("0 1 0 1") == [["0 1 0 1"]] * 3
    meaning = dialogues.hear("5")
    assert dialogues.happened(meaning.action, meaning.words) == [[], ["5"], ["5"]]
    assert dialogues.throw("1 0 0 0") == [["1 0 0 0"]] * 3
    meaning = dialogues.hear("6")
    assert dialogues.happened(meaning.action, meaning.words) == [["6"], [], ["6"]]


def test_coins_are_shown_when_nothing_can_move() -> None:
    dialogues = Dialogues(bg.load("ur").start())
    assert dialogues.throw("0 0 0 0") == [["0 0 0 0"]] * 3
    assert dialogues.state.turn == bg.CHANCE
    assert dialogues.throw("1 1 1 1") == [["1 1 1 1"]] * 3
    assert dialogues.state.turn == 1


def test_the_last_token_home_is_relayed_and_nothing_more_is_said() -> None:
    dialogues = Dialogues(bg.load("ur").parse("14,15,15,15,15,15,15 0,0,0,0,0,0,3 0 1"))
    meaning = dialogues.hear("0")
    assert dialogues.happened(meaning.action, meaning.words) == [[], ["0"], ["0"]]
    assert dialogues.state.outcome is not None
    assert dialogues.close() == [[], [], []]


@cases("kind", ["timeout", "crash", "illegal", "garbled"])
@cases("seat", [0, 1])
def test_a_fault_is_told_to_the_others_alone(kind: str, seat: int) -> None:
    dialogues = Dialogues(bg.load("ur").parse(f"0,0,0,0,0,0,0 0,0,0,0,0,0,0 {seat} 2"))
    assert dialogues.close(Fault(seat, kind, "")) == [[] if side == seat else ["RETIRE"] for side in range(3)]


# -- coins -----------------------------------------------------------------------


def test_a_throw_without_coins_is_shown_by_turns_in_all_its_ways() -> None:
    shown: dict[int, set[str]] = {heads: set() for heads in range(5)}
    dialogues = Dialogues(bg.load("ur").start())
    rng = Random(1)
    while dialogues.state.outcome is None:
        if dialogues.state.turn == bg.CHANCE:
            heads = rng.getrandbits(4).bit_count()
            lines = dialogues.happened(dialogues.state.read(f"={heads}"))
            assert lines[0] == lines[1] == lines[2], "all see the same coins"
            shown[heads].add(lines[0][0])
        else:
            dialogues.happened(rng.choice(dialogues.state.actions()))
    assert {heads: sorted(faces) for heads, faces in shown.items()} == {
        heads: sorted(FACES[heads]) for heads in range(5)
    }


def test_there_are_sixteen_faces() -> None:
    assert [len(faces) for faces in FACES] == [1, 4, 6, 4, 1]
    assert len(HEADS) == 16
    assert all(face.split().count("1") == heads for face, heads in HEADS.items())


@cases("words", ["1 1 1 1", "2", "heads", "0 1 1", "0 1 1 0 0"])
def test_words_that_are_not_the_throw_are_not_shown(words: str) -> None:
    dialogues = Dialogues(bg.load("ur").start())
    lines = dialogues.happened(dialogues.state.read("=2"), words)
    assert lines[0][0] in FACES[2]


def test_other_dice_than_four_coins_need_another_protocol() -> None:
    game = bg.games.ur.load(dice=(1, 1))
    for make in (lambda: Colosseum(Briefing(game.start(), NAMES), 0), lambda: ColosseumPlayer(game)):
        with pytest.raises(bg.BadOption, match="colosseum throws four coins, so it needs dice with 5 weights"):
            make()


# -- answers ---------------------------------------------------------------------

POSITION = "0,0,0,4,7,8,15 0,0,0,0,0,3,12 0 1"  # token 3 is on cell 4, 5 on 8, 6 at home
BLOCKED = "0,0,3,5,6,14,15 0,0,0,0,0,7,8 0 2"


def answer(line: str, position: str = POSITION, options: str = "") -> Any:
    return Dialogues(bg.load(f"ur:{options}" if options else "ur").parse(position)).hear(line)


@cases(
    "line",
    [
        "3",
        "03",
        "+3",
        " 3",
        "3 ",
        "\t3\t",
        "3\r",
        "+03",
        "0000000000003",
        "0" * 5000 + "3",
        "\x853",
        "3\u3000",
        "\u20283",
        "3\x0b\x0c",
    ],
)
def test_spellings_of_an_answer(line: str) -> None:
    meaning = answer(line)
    assert isinstance(meaning, Answer)
    assert str(meaning.action) == "4"
    assert meaning.words == "3", "it is relayed in its plain form"


@cases(
    "line",
    ["", " ", "three", "3.0", "-1", "-0", "3 4", "0x3", "\u0663", "\u00b3", "+", "++3", "+ 3", "3+", "1e0", "\0",
     "RETIRE", "\ufffd", "3,", "3_0",
     "\x1c3", "3\x1d", "\x1e3", "3\x1f", "\u200b3", "\ufeff3"],
)  # fmt: skip
def test_what_is_no_number_is_garbled(line: str) -> None:
    assert answer(line) == Breach("garbled", "expected the number of a token, 0 to 6")


@cases("line", ["7", "+7", "007", "10", "99", "9" * 5000])
def test_there_is_no_such_token(line: str) -> None:
    assert answer(line) == Breach("illegal", "there is no such token: they are numbered 0 to 6")
    assert answer("3", "0,1,2 0,0,0 0 1", "tokens=3") == Breach(
        "illegal", "there is no such token: they are numbered 0 to 2"
    )


@cases(
    ("line", "position", "detail"),
    [
        ("6", POSITION, "token 6 is home already"),
        ("4", POSITION, "token 4 on cell 7: cell 8 holds a token of the same side"),
        ("5", BLOCKED, "token 5 on cell 14: 2 from cell 14 overshoots: a token leaves the track exactly"),
        ("4", BLOCKED, "token 4 on cell 6: the opponent stands safe on cell 8"),
        ("2", BLOCKED, "token 2 on cell 3: cell 5 holds a token of the same side"),
    ],
)
def test_a_token_that_cannot_move_is_illegal(line: str, position: str, detail: str) -> None:
    assert answer(line, position) == Breach("illegal", detail)


def test_tokens_keep_their_numbers() -> None:
    """When they move, are captured and enter again; all sides of the table agree."""
    dialogues = Dialogues(bg.load("ur").parse("0,0,0,0,0,0,5 0,0,0,0,0,4,7 0 2"))
    meaning = dialogues.hear("6")
    dialogues.happened(meaning.action, meaning.words)
    for dialogue in dialogues.dialogues:
        assert dialogue.tokens.cells == [[0, 0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 0, 4, 0]]
    dialogues.throw("0 1 1 1")
    meaning = dialogues.hear("5")
    dialogues.happened(meaning.action, meaning.words)
    for dialogue in dialogues.dialogues:
        assert dialogue.tokens.cells == [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 7, 0]]
    dialogues.throw("1 0 0 0")
    meaning = dialogues.hear("2")
    dialogues.happened(meaning.action, meaning.words)
    for dialogue in dialogues.dialogues:
        assert dialogue.tokens.cells[0] == [0, 0, 1, 0, 0, 0, 0]


def test_a_safe_or_private_token_is_not_thought_captured() -> None:
    dialogues = Dialogues(bg.load("ur:tokens=2").parse("0,3 4,14 0 1"))
    dialogues.happened(dialogues.state.read("3"))
    assert dialogues.dialogues[0].tokens.cells == [[0, 4], [4, 14]]


# -- both sides together ----------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    ["", "tokens=3", "safe_rosettes=none,capture_turn=on", "preset=blitz", "preset=aseb", "preset=murray,tokens=2"],
)
@sample(3, thorough=15)
def test_both_sides_agree_at_every_ply(options: str, sample: int) -> None:
    """Random games between two player's sides, or one and somebody who names any token that may move."""
    game = cast(Ur, bg.load(f"ur:{options}" if options else "ur"))
    for seed in range(sample):
        rng = Random(seed)
        dialogues = Dialogues(game.start())
        players = [ColosseumPlayer(game), ColosseumPlayer(game)]
        stranger = seed % 3  # the seat of somebody else; 2: nobody is
        for seat, player in enumerate(players):
            assert [player.hear(line) for line in dialogues.streams[seat]] == [NeedData()] * 3
        while dialogues.state.outcome is None:
            if dialogues.state.turn == bg.CHANCE:
                lines = dialogues.throw(rng.choice(list(HEADS)))
            else:
                lines = turn(dialogues, players, stranger, rng)
            for seat, player in enumerate(players):
                heard = [player.hear(line) for line in lines[seat]]
                if dialogues.state.turn == seat:
                    assert heard == [Ask(dialogues.state)]
                elif dialogues.state.outcome is not None and lines[seat]:
                    assert heard == [Over()]
                else:
                    assert heard in ([], [NeedData()])
                if seat != stranger:
                    assert player.state == dialogues.state
                    assert player.tokens.cells == dialogues.dialogues[2].tokens.cells
            for dialogue in dialogues.dialogues:
                assert dialogue.state == dialogues.state
                assert [sorted(cells) for cells in dialogue.tokens.cells] == [
                    dialogues.state.cells(0),
                    dialogues.state.cells(1),
                ]
                assert dialogue.tokens.cells == dialogues.dialogues[2].tokens.cells
        assert dialogues.close() == [[], [], []]


def turn(dialogues: Dialogues, players: list[ColosseumPlayer], stranger: int, rng: Random) -> list[list[str]]:
    """The player to act answers, and all are told."""
    seat = int(dialogues.state.turn)
    action = None
    if seat == stranger:
        cells = dialogues.dialogues[seat].tokens.cells[seat]
        legal = {int(str(action)) for action in dialogues.state.actions()}
        line = str(rng.choice([token for token, cell in enumerate(cells) if cell in legal]))
    else:
        action = rng.choice(dialogues.state.actions())
        [line] = players[seat].answer(action)
    meaning = dialogues.hear(line)
    assert isinstance(meaning, Answer)
    assert action is None or meaning.action is action
    if seat == stranger:
        players[seat].advance(meaning.action, line)  # so that it follows its own game
    return dialogues.happened(meaning.action, meaning.words)


def test_a_fault_of_the_other_ends_the_game_for_the_player() -> None:
    player = ColosseumPlayer(bg.load("ur"))
    assert [player.hear(line) for line in ["a", "b", "1", "0 0 0 1", "RETIRE"]] == [*[NeedData()] * 4, Over()]


def test_after_the_last_token_nothing_is_awaited() -> None:
    player = ColosseumPlayer(bg.load("ur", tokens=1))
    player.state = player.state.game.parse("15 0 1 -")
    assert [player.hear(line) for line in ["a", "b", "0", "0 0 0 1"]][-1] == Over()


@cases(
    ("lines", "breach"),
    [
        (["a", "b", "2"], Breach("garbled", "expected our seat, 0 or 1, after the two names but heard '2'")),
        (["a", "b", "0", "0 1 2 1"], Breach("garbled", "expected four coins such as '0 1 1 0' but heard '0 1 2 1'")),
        (["a", "b", "1", "0 0 0 1", "7"], Breach("garbled", "expected the opponent's token, 0 to 6, but heard '7'")),
        (["a", "b", "1", "0 0 0 1", "x"], Breach("garbled", "expected the opponent's token, 0 to 6, but heard 'x'")),
        (["a", "b", "0", "0 0 0 1", "3"], Breach("garbled", "expected nothing before our own answer but heard '3'")),
        (
            ["a", "b", "1", "0 1 1 1", "0", "0 0 0 0", "0 1 1 1", "1"],
            Breach("illegal", "the opponent moved token 1 on cell 0: cell 3 holds a token of the same side"),
        ),
    ],
)
def test_a_player_says_what_it_expected_of_the_referee(lines: list[str], breach: Breach) -> None:
    player = ColosseumPlayer(bg.load("ur"))
    assert [player.hear(line) for line in lines][-1] == breach


def test_a_player_ignores_space_around_lines() -> None:
    player = ColosseumPlayer(bg.load("ur"))
    assert [player.hear(line) for line in ["a\n", " b", "0\r\n", " 0 0 1 1 \n"]][3] == Ask(player.state)


# -- any line at all ----------------------------------------------------------------

LINES = st.one_of(
    st.text(),
    st.from_regex(r"\s*[+-]?[0-9]{1,3}\s*", fullmatch=True),
    st.sampled_from(["RETIRE", "0", "1", "6", "7", *HEADS]),
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state at a player's node."""
    state = cast(
        State, bg.playout(bg.load("ur").start(), Random(draw(st.integers(0, 10**6))), draw(st.integers(0, 200)))
    )
    while state.turn < 0:
        state = state.apply(state.chances()[2][0]) if state.outcome is None else bg.load("ur").start()
    return state


@for_all(states(), LINES, everyday=10, thorough=300)
def test_any_line_is_an_answer_or_a_breach(state: State, line: str) -> None:
    meaning = Colosseum(Briefing(state, NAMES), int(state.seat)).hear(line)
    if isinstance(meaning, Answer):
        assert meaning.action in state.actions()
        assert int(line.strip()) == int(meaning.words)
    else:
        assert isinstance(meaning, Breach)
        assert meaning.kind in ("illegal", "garbled")
        assert meaning.detail


@for_all(st.lists(LINES, max_size=30), everyday=10, thorough=100)
def test_a_player_survives_any_lines(lines: list[str]) -> None:
    player = ColosseumPlayer(bg.load("ur"))
    for line in ["a", "b", *lines]:
        meaning = player.hear(line)
        assert isinstance(meaning, (Ask, NeedData, Over, Breach))
        if isinstance(meaning, Ask):
            player.answer(player.state.actions()[0])


# -- what the protocol declares ------------------------------------------------------


def test_times_and_early_lines_are_the_arenas() -> None:
    assert bg.find("ur").protocol() is COLOSSEUM
    assert (COLOSSEUM.name, COLOSSEUM.first_move_time, COLOSSEUM.move_time) == ("colosseum", 90.0, 90.0)
    assert COLOSSEUM.keeps_early_lines
    assert not COLOSSEUM.tells_position


def test_actions_without_words_name_the_first_token_there() -> None:
    """As when a player in this process moves: it knows no numbers."""
    playthrough = bg.Playthrough(bg.load("ur").start())
    referee = Referee(playthrough, NAMES, [PlayerSeat(Uniform(Random(seat))) for seat in range(2)], SeededDice(3))
    referee.run()
    dialogues = Dialogues(playthrough.start)
    for action in playthrough.actions:
        mover, cells = int(dialogues.state.seat), [list(cells) for cells in dialogues.dialogues[2].tokens.cells]
        lines = dialogues.happened(action)
        if isinstance(action, Move):
            assert lines[2] == [str(cells[mover].index(int(action.cell)))]
