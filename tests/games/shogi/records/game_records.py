"""Games to write down: random ones, some from odd positions, with times, comments and endings."""

from __future__ import annotations

import random
from functools import cache

import boardgames as bg
from boardgames.core.model.game import Game, Outcome
from boardgames.core.protocol.verdict import RESIGNATION, Verdict
from boardgames.games.shogi.records.endings import KIF
from boardgames.games.shogi.records.handicaps import SFENS
from boardgames.records.game_record import GameRecord, RecordedPlayer, Variation

LONGEST = 150

STARTS = {
    "shogi": (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L b Sbgn3p 124",
    ),
    "minishogi": ("rbsgk/4p/5/P4/KGSBR b - 1", "2k2/5/1P+P2/5/2K2 w RBGSrbgs 7"),
}


@cache
def reading_game(name: str) -> Game:
    """The game under whose rules records from elsewhere are read."""
    return bg.load(name, **bg.find(name).formats["kif"].options)


@cache
def random_record(name: str, seed: int) -> GameRecord:
    """A random game, told in all that the formats can hold."""
    rng = random.Random(f"{name} {seed}")
    playthrough = bg.Playthrough(reading_game(name).parse(STARTS[name][seed % len(STARTS[name])]))
    while playthrough.state.outcome is None and playthrough.plies < LONGEST:
        actions = playthrough.state.actions()
        bold = [action for action in actions if action.promotes or action.piece]  # rarer, and harder to write
        playthrough.apply(rng.choice(bold if bold and rng.random() < 0.3 else actions))
    outcome = playthrough.state.outcome
    verdict = Verdict(outcome) if outcome is not None else Verdict(Outcome.lost_by(playthrough.state.turn, RESIGNATION))
    comments = {rng.randrange(playthrough.plies + 1): f"述べる　{seed}\nsecond line: 2{'!' * n}" for n in range(3)}
    return GameRecord.of(
        playthrough,
        players=(RecordedPlayer("阿部 一二三"), RecordedPlayer(f"bot-{seed}")),
        times=tuple(rng.choice((0, 1, 59, 60, 61, 3599, 3661)) for _ in playthrough.actions),
        comments=comments,
        verdict=verdict,
        headers={"event": "第１回 試験", "start": "2024/05/06 07:08:09"},
    )


ENDINGS = ("投了", "千日手", "持将棋", "最大手数", "切れ負け", "反則負け", "反則勝ち", "不戦敗", "中断")


@cache
def told_record(name: str, seed: int) -> GameRecord:
    """A short random game with variations, times, comments, a handicap or an odd start, and any ending."""
    rng = random.Random(f"told {name} {seed}")
    game = reading_game(name)
    starts = [*STARTS[name]] + [boards[0] for boards in SFENS.values()] * (name == "shogi")
    playthrough = bg.Playthrough(game.parse(rng.choice(starts).rpartition(" ")[0]))
    _go_on(playthrough, rng, rng.randrange(1, 60))
    outcome, word = playthrough.state.outcome, rng.choice(ENDINGS)
    verdict = Verdict(outcome) if outcome is not None else KIF[word].verdict(playthrough.state.turn, word)
    return GameRecord.of(
        playthrough,
        players=(RecordedPlayer(rng.choice(("", "阿部 一二三", "Ann"))), RecordedPlayer(f"bot-{seed}")),
        times=_times(rng, playthrough.plies),
        ending_time=rng.choice((None, 0, 1, 61, 3661)),
        comments=_comments(rng, 0, playthrough.plies),
        verdict=verdict,
        headers={"event": "第１回 試験", "備考": "秘"} if rng.random() < 0.5 else {},
        variations=_variations(rng, playthrough, 0, 0),
    )


def _go_on(playthrough: bg.Playthrough, rng: random.Random, plies: int) -> None:
    for _ in range(plies):
        if playthrough.state.outcome is not None:
            return
        actions = playthrough.state.actions()
        bold = [action for action in actions if action.promotes or action.piece]
        playthrough.apply(rng.choice(bold if bold and rng.random() < 0.3 else actions))


def _times(rng: random.Random, plies: int) -> tuple[float | None, ...]:
    return tuple(rng.choice((1, 59, 60, 61, 3599, 3661)) for _ in range(plies))


def _comments(rng: random.Random, first: int, last: int) -> dict[int, str]:
    said = ("述べる　1\n先手の勝ち", "* -30 joseki", "* 12 7g7f %PASS\nagain", "#評価値=5")
    return {rng.randint(first, last): rng.choice(said) for _ in range(rng.randrange(3))}


def _variations(rng: random.Random, line: bg.Playthrough, first: int, level: int) -> tuple[Variation, ...]:
    """Up to three that leave a line, after ``first`` at the earliest, in the order in which they leave it."""
    found: list[Variation] = []
    for ply in sorted(rng.randint(first, line.plies) for _ in range(rng.randrange(4 - level))):
        if line.states[ply].outcome is not None:
            continue
        branch = bg.Playthrough.replay(line.start, line.texts[:ply])
        _go_on(branch, rng, rng.randint(1, 6))
        beside = [line.texts[ply]] if ply < line.plies else []
        if branch.texts[ply] in [*beside, *(each.actions[0] for each in found if each.ply == ply)]:
            continue  # the same move twice, which some programs make one
        found.append(
            Variation(
                ply=ply,
                actions=tuple(branch.texts[ply:]),
                times=_times(rng, branch.plies - ply),
                comments=_comments(rng, ply + 1, branch.plies),
                variations=_variations(rng, branch, ply + 1, level + 1) if level < 2 else (),
            )
        )
    return tuple(found)


def usi(record: GameRecord) -> list[str]:
    return list(record.actions)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A file with some damage: bytes and lines flipped, cut, doubled or moved."""
    for _ in range(rng.randint(1, 3)):
        lines = data.split(b"\n")
        place, line = rng.randrange(len(data) + 1), rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
            case 1:
                data = data[:place] + data[place + rng.randint(1, 4) :]
            case 2:
                data = data[:place]
            case 3:
                data = data[:place] + data[place : place + 9] + data[place:]
            case 4:
                data = b"\n".join([*lines[:line], *lines[line + 1 :]])
            case 5:
                data = b"\n".join([*lines[:line], lines[line], *lines[line:]])
            case 6:
                rng.shuffle(lines)
                data = b"\n".join(lines)
            case 7:
                other = rng.randrange(len(lines))
                pieces = lines[line].decode("utf-8", "ignore"), lines[other].decode("utf-8", "ignore")
                lines[line] = (pieces[0][: len(pieces[0]) // 2] + pieces[1][len(pieces[1]) // 2 :]).encode()
                data = b"\n".join(lines)
    return data
