"""``boardgames explain``: the words of the referee and of the page, for people and programs."""

from __future__ import annotations

import json

import pytest

import boardgames as bg
from boardgames.cli.arguments import Chosen, start
from tests.command import Run
from tests.samples import cases, few

UR = "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"


def test_a_legal_action(run: Run) -> None:
    told = run("explain", "ur", "8", "--position", UR)
    assert told.returncode == 0
    assert "'8' is legal: Dark moves 8 to 10" in told.stdout and "home ●" in told.stdout


def test_an_action_that_ends_the_game(run: Run) -> None:
    facts = json.loads(run("explain", "ur:tokens=1", "14", "--position", "14 0 0 1", "--json").stdout)
    assert facts["outcome"] == {
        "returns": [1.0, -1.0],
        "reason": "home",
        "meaning": bg.find("ur").reasons["home"],
    }


def test_a_game_of_lions_has_no_king_at_its_end(run: Run) -> None:
    """The words for an end are those of the game, in the explanation, on the board, in the verdict and in the rules."""
    told = run("explain", "dobutsu", "3b3a", "--position", "l2/L2/3/3 b - 1").stdout
    played = run("play", "dobutsu", "--p1", "random", "--p2", "random", "--seed", "3", "--show", "board").stdout
    rules = run("rules", "dobutsu").stdout.partition("How a game ends")[2]
    for text in (told, played, rules):
        assert "lion captured" in text and "king" not in text
    assert (
        json.loads(run("explain", "dobutsu", "3b3a", "--position", "l2/L2/3/3 b - 1", "--json").stdout)["outcome"][
            "reason"
        ]
        == "king captured"
    ), "a code is for programs"


@cases(
    ("game", "position", "action"),
    [
        ("ur", UR, "4"),
        ("ur", None, "0"),
        ("minishogi", None, "1e1a"),
        ("morris", "B.B.B..B.......W.WW.W... b 5 5 9", "d7xf2xg1"),
        ("ur", "15,15,15,15,15,15,15 0,0,0,0,0,0,0 1 -", "nonsense\x1b"),
    ],
)
def test_an_action_that_is_not_legal(run: Run, game: str, position: str | None, action: str) -> None:
    words = ["explain", game, action, *([] if position is None else ["--position", position])]
    state = bg.load(game).start() if position is None else bg.load(game).parse(position)
    with pytest.raises(bg.IllegalAction) as refused:
        state.read(action)
    told, facts = run(*words), json.loads(run(*words, "--json").stdout)
    assert told.returncode == 0 and f" is not legal: {refused.value.why}." in told.stdout
    assert "\x1b" not in told.stdout
    assert facts == bg.explain(game, action, position).fields() == bg.explain(state.game, action, state).fields()
    assert (facts["why"], facts["nearest"]) == (refused.value.why, list(refused.value.nearest))


def test_what_looks_possible_in_a_position(run: Run) -> None:
    told = run("explain", "minishogi").stdout
    assert "\n1e, Black rook\n  1e1a: something stands between 1e and 1a\n" in told
    facts = json.loads(run("explain", "minishogi", "--json").stdout)
    assert facts == bg.explain("minishogi").fields()
    legal = {str(action) for action in bg.load("minishogi").start().actions()}
    assert facts["near_misses"] and not legal & {miss["action"] for miss in facts["near_misses"]}
    assert "Nothing looks possible that is not: the dice come first." in run("explain", "ur").stdout


def test_mistakes_of_its_user(run: Run) -> None:
    for words, sentence in (
        (["ur", "0", "--position", "nonsense"], "unreadable position"),
        (["chess", "e4"], "there is no game 'chess'"),
    ):
        told = run("explain", *words)
        assert told.returncode == 2 and sentence in told.stderr


def test_the_rule_behind_a_reason(run: Run) -> None:
    facts = json.loads(run("explain", "ur", "4", "--position", UR, "--json").stdout)
    assert facts["rule"] == {"game": "ur", "number": 3, "text": "No token moves onto another of its own side."}
    told = run("explain", "minishogi", "1e1a").stdout
    assert "Rule 1 of 'boardgames rules shogi': Pieces capture as they move, and only a knight passes over" in told


@cases("name", bg.games())
def test_each_rule_that_is_named_is_on_its_page(name: str) -> None:
    for phrase, (game, number) in bg.find(name).rules_behind.items():
        page = bg.find(game).rules.partition("## Rules")[2].partition("\n## ")[0]
        assert f"\n{number}. " in page, phrase


@cases(
    ("game", "text", "position", "action"),
    [
        ("shogi", "７六歩", "startpos", "7g7f"),
        ("shogi", "同銀", "startpos moves ７六歩 P-3d 22角成", "3a2b"),
        ("shogi", "S-22", "position startpos moves 7g7f, 3c3d, 8h2b+", "3a2b"),
        ("shogi", "P-3d", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f", "3c3d"),
        ("morris", "D1XA4", "startpos moves A1 a4 G1 d5", "d1xa4"),
        ("ur", "0", "startpos moves =3", "0"),
    ],
)
def test_moves_behind_a_position_and_actions_in_other_spellings(
    run: Run, game: str, text: str, position: str, action: str
) -> None:
    facts = json.loads(run("explain", game, text, "--position", position, "--json").stdout)
    assert (facts["legal"], facts["action"]) == (True, action)
    for command in (("actions",), ("show",), ("perft", "--depth", "1"), ("prompt",)):
        if command == ("prompt",):
            pytest.importorskip("boardgames_models")
        assert run(command[0], game, *command[1:], "--position", position).returncode == 0


def test_moves_behind_a_position_that_cannot_be_played_are_named(run: Run) -> None:
    told = run("actions", "shogi", "--position", "startpos moves ７六歩 P-3e")
    assert told.returncode == 2
    assert "--position: 'P-3e' is not legal: at ply 2, the pawn on 3c does not move so" in told.stderr
    assert "of 30)" in told.stderr
    assert "unreadable position" in run("actions", "shogi", "--position", "start moves 7g7f").stderr


def test_a_game_begins_after_the_moves_behind_its_position(run: Run) -> None:
    """Its record begins with the position that they lead to, so it is read again as it was played."""
    words = ["--p1", "random", "--p2", "random", "--max-plies", "2", "--seed", "1", "--json"]
    record = json.loads(run("play", "shogi", *words, "--position", "startpos moves P-7f 34歩").stdout)
    game = bg.load("shogi")
    assert record["start"] == str(game.start().play("7g7f").play("3c3d"))
    chosen = Chosen(bg.find("shogi"), game, "shogi")
    begun = start(chosen, "startpos moves P-7f 34歩", alone=True)
    assert begun == game.parse(record["start"]) != start(chosen, "startpos moves P-7f 34歩")


def test_several_meanings_are_told(run: Run) -> None:
    assert "it can mean 4i5h or 6i5h" in run("explain", "shogi", "G-5h").stdout


def test_legal_actions_that_are_alike_say_of_how_many(run: Run) -> None:
    assert "Legal and alike: 7g7f, 7i7h (2 of 30)\n" in run("explain", "shogi", "7g7e").stdout
    assert json.loads(run("explain", "shogi", "7g7e", "--json").stdout)["choices"] == 30


@pytest.mark.parametrize("game", few(["shogi", "morris", "ur", "dice-shogi"], "morris"))
def test_a_long_position_is_not_quoted_whole(run: Run, game: str) -> None:
    start = str(bg.load(game).start())
    for place in range(len(start.split()) + 1):
        for long in ("z" * 100_000, "1" * 100_000, "7," * 50_000, "k/" * 50_000, "1.2.3@" * 20_000):
            fields = start.split()
            fields[place : place + 1] = [long]
            told = run("show", game, "--position", " ".join(fields))
            assert told.returncode == 2
            assert len(told.stderr) < 1000
    for words in (("show",), ("mate",)) if game == "shogi" else (("show",),):
        told = run(*words, game, "--position", "startpos moves " + "z" * 100_000)
        assert told.returncode == 2
        assert len(told.stderr) < 1000
    assert len(run("mate", "shogi", "--position", "z" * 100_000).stderr) < 1000
    assert len(run("explain", game, "z" * 100_000).stdout) < 3000
