"""Lists of moves of morris as Sanmill and PlayOK write them, in the manner of PGN.

Tags in brackets, then numbered turns: ``1. d6 f4`` places a man of each side, ``d6-d7xa1`` moves one and captures; a
capture may stand alone, as in ``d6-d7 xa1``.  PlayOK's numbers of points, ``1. 5 14 2. 5-2x22``, are read too.  White
begins in such lists: seat 0, which is called Black here.

Sources: ``import_service.dart``, ``game_recorder.dart`` and ``notation_parsing.dart`` of
https://github.com/calcitem/Sanmill.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from boardgames.core.model.game import Game, IllegalAction, Outcome, UnreadablePosition
from boardgames.core.model.options import differences
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.verdict import FAULTS, RESIGNATION, Fault, Verdict
from boardgames.core.text.printable import printable, shown
from boardgames.games import tagged_records as tagged
from boardgames.games.morris.board import Board
from boardgames.games.morris.options import PRESETS
from boardgames.games.morris.rules import Morris
from boardgames.games.morris.variant import SEATS
from boardgames.records.game_record import GameRecord, UnreadableRecord
from boardgames.records.record_format import RecordFormat

PLAYERS: Final = ("White", "Black")
START, RESULT, TERMINATION, FEN = OWN = ("Position", "Result", "Termination", "FEN")
RETURNS: Final = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
AGREEMENT: Final = "agreement"
ELSEWHERE: Final = {**PRESETS["classic"], "turns": 1000}
"""The rules of files from elsewhere, which know no limit of turns."""

LETTERS: Final = "[a-gA-G][1-7]"
NUMBER: Final = "(?:2[0-4]|1[0-9]|[1-9])"
CAPTURES: Final = rf"(?:[xX×:](?:{LETTERS}|{NUMBER}))+"
TOKEN: Final = re.compile(
    r"(?P<comment>\{[^}]*\}?|;.*)|(?P<open>\()|(?P<close>\))|(?P<mark>[!?]+|\$[0-9]+)"
    r"|(?P<result>1-0|0-1|1/2-1/2|½-½|\*)(?![\w/-])|(?P<count>[0-9]{1,4}(?:[.)]+|…))"
    rf"|(?P<move>(?:{LETTERS}(?:-?{LETTERS})?|{NUMBER}(?:-{NUMBER})?)(?:{CAPTURES})?|{CAPTURES})(?![\w-])"
    r"|(?P<other>\S+)"
)
FIRST: Final = re.compile(rf"1[.)]\s*(?:{LETTERS}|{NUMBER})(?![\w-])")
"""The beginning of the moves of a game: a man is placed."""
BARE: Final = re.compile(rf"{LETTERS}(?![\w-])")
OURS: Final = re.compile(rf'\[({tagged.RULES} "morris:|{FEN} "[*O@X]{{8}}/)')
"""A tag that only a record of morris has, ours or Sanmill's."""
OTHERS: Final = re.compile(r"[KQRBNSO]|[a-h]x|[a-h]8|h[1-8]")
"""The beginning of a move of chess or Reversi."""
PAWNS: Final = re.compile(r"1\.\s*[a-g][34](\s+[a-g][56])?\s*\*?")
"""A game of chess that has hardly begun."""
EXPECTED: Final = "expected a move such as d6, d6-d7 or d6-d7xa1, a result such as 1-0, or a comment in braces"


def recognises(data: bytes) -> bool:
    """True if a file looks like moves of morris: a man is placed first, and few words are something else."""
    lines = [line.strip() for line in tagged.lines_of(data[: tagged.HEAD])]
    moves = "\n".join(line for line in lines if line and not line.startswith("["))
    tokens = [token for token in TOKEN.finditer(moves) if not token["comment"]]
    place = tokens[0].start() if tokens else 0
    others = [token[0] for token in tokens if token["other"]]
    is_first = FIRST.match(moves, place) or BARE.match(moves, place)
    chess = PAWNS.fullmatch(moves, place) or any(map(OTHERS.match, others))
    fits = is_first and not chess and len(others) <= 1 + len(tokens) // 10
    return bool(fits) or any(map(OURS.match, lines))


def _play(game: Game, lines: tagged.Lines, tags: dict[str, str]) -> GameRecord:
    """The record of one game by some rules."""
    assert isinstance(game, Morris)
    if re.search("[O@X]", tags.pop(FEN, "")):
        why = f"positions of Sanmill are not read: expected a tag {START} with one such as {game.start()}"
        raise UnreadableRecord(f"the tag {FEN}: {why}", tagged.line_of(lines, FEN))
    try:
        playthrough = Playthrough(game.parse(tags.pop(START)) if START in tags else game.start())
    except UnreadablePosition as error:
        raise UnreadableRecord(f"the tag {START}: {error}", tagged.line_of(lines, START)) from None
    moves: list[tuple[str, int]] = []
    comments: dict[int, list[str]] = {}
    notes: list[str] = []
    result, depth = tags.pop(RESULT, "*"), 0
    for line, token in _tokens(lines):
        kind = token.lastgroup
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        if kind == "open" and depth == 1:
            notes.append(f"line {line}: a variation was left out")
        elif depth:
            continue
        elif kind == "comment":
            text = token[0][1:].removesuffix("}").replace("\n", " ").strip()
            comments.setdefault(len(moves), []).append(text)
        elif kind == "result":
            result = token[0].replace("½", "1/2")
        elif kind == "move" and not token[0].startswith(tuple("xX×:")):
            moves.append((_spelled(game.board, token[0]), line))
        elif kind == "move" and moves:
            moves[-1] = (moves[-1][0] + _spelled(game.board, token[0]), moves[-1][1])
        elif kind in ("move", "other"):
            raise UnreadableRecord(f"{EXPECTED}, not {shown(token[0])}", line)
    for text, line in moves:
        try:
            playthrough.apply(playthrough.state.read(text))
        except IllegalAction as error:
            captures = any(str(action).startswith(f"{text}x") for action in playthrough.state.actions())
            if not captures or len(playthrough.actions) < len(moves) - 1 or result != "*":
                raise UnreadableRecord(f"{shown(text)}: {error.why}", line) from None
            notes.append(f"line {line}: the file breaks off here, in {shown(text)}")
    verdict = _verdict(playthrough.state.outcome, result, tags.pop(TERMINATION, ""), notes)
    by_ply = {ply: "\n".join(texts) for ply, texts in comments.items() if ply <= len(playthrough.actions)}
    return GameRecord.of(playthrough, comments=by_ply, verdict=verdict, notes=notes, **tagged.heading_of(tags, PLAYERS))


def _tokens(lines: tagged.Lines) -> Iterator[tuple[int, re.Match[str]]]:
    """The words of the moves, each with the number of its line."""
    moves = [(number, text) for number, text in lines if not text.startswith("[")]
    text = "\n".join(text for _, text in moves)
    place = row = 0
    for token in TOKEN.finditer(text):
        row += text.count("\n", place, token.start())
        place = token.start()
        yield moves[row][0], token


def _spelled(board: Board, written: str) -> str:
    """A move as it is written here; PlayOK numbers the points in reading order."""
    text = re.sub("[x×:]", "x", written.lower())
    numbers = {str(number): board.names[point] for number, point in enumerate(board.reading_order, 1)}
    text = re.sub(rf"(?<![a-g0-9]){NUMBER}", lambda number: numbers.get(number[0], number[0]), text)
    return re.sub("^([a-g].)-?(?=[a-g])", r"\1-", text)


def _verdict(outcome: Outcome | None, result: str, reason: str, notes: list[str]) -> Verdict | None:
    """The end of the game: by the rules if they have ended it, else by its result."""
    returns = RETURNS.get(result)
    if outcome is not None:
        if returns not in (None, outcome.returns):
            notes.append(f"the record ends with {result}, but the rules have ended the game: {outcome.reason}")
        return Verdict(outcome)
    if returns is None:
        return None
    if reason in FAULTS and any(returns):
        return Verdict.forfeit(Fault(returns.index(-1.0), reason, reason))
    return Verdict(Outcome(returns, reason or (RESIGNATION if any(returns) else AGREEMENT)))


READER: Final = tagged.TaggedReader(
    title="moves of morris", begins=FIRST, play=_play, usual=ELSEWHERE, example="lasker"
)


def write(record: GameRecord) -> str:
    """The text of a record."""
    playthrough, verdict = record.playthrough(), record.verdict
    start, outcome = playthrough.start, None if verdict is None else verdict.outcome
    result = next((text for text, returns in RETURNS.items() if outcome and returns == outcome.returns), "*")
    tags = {RESULT: result, tagged.RULES: f"morris:{differences(start.game.options)}"}
    if record.start != str(start.game.start()):
        tags[START] = record.start
    if outcome is not None and playthrough.state.outcome is None:
        tags[TERMINATION] = outcome.reason
    moves = _comment(record, 0)
    for number, action in enumerate(record.actions, 1):
        turn, seat = divmod(int(start.ply) + number - 1, SEATS)
        moves += f"\n{turn + 1}." * (seat == 0) + f"\n{turn + 1}..." * (seat == 1 and number == 1)
        moves += f" {action}{_comment(record, number)}"
    tags = tagged.all_tags(record, tags, PLAYERS, OWN)
    lines = [f'[{tagged.escape(tag)} "{tagged.escaped(value)}"]' for tag, value in tags.items()]
    return "\n".join([*lines, "", moves.strip(), result]) + "\n"


def _comment(record: GameRecord, ply: int) -> str:
    lines = record.comments[ply].split("\n") if ply in record.comments else []
    return "".join(f" {{{printable(line).replace('}', ')')}}}" for line in lines)


FORMATS: Final = {
    "pgn": RecordFormat(
        name="pgn",
        title="a list of moves of morris, as Sanmill and PlayOK write it",
        recognises=recognises,
        read_all=READER.read_all,
        join="\n".join,
        write=write,
        options=ELSEWHERE,
    )
}
