"""An analysis as text: a line for each ply, a summary for each player, and the ply that decided the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from unicodedata import east_asian_width

from boardgames.analysis.game import Analysis
from boardgames.analysis.html_report import PlayerReport
from boardgames.core.lookup import find
from boardgames.core.protocol.evaluation import MARKS
from boardgames.core.text.said import Translate
from boardgames.language.phrases import move_phrases
from boardgames.records.assessment import AssessedPly
from boardgames.view.best_lines import SHOWN_LINE, with_move_names
from boardgames.view.page import text_and_words


def ply_lines(analysis: Analysis) -> Iterator[str]:
    """A line for each ply: the chance of the first player after it, what it gave away, and what was better.

    Moves are written as the file of the game does, else in the language of the terminal.
    """
    names, translate = analysis.names, move_phrases(analysis.record).text
    analysis = with_move_names(find(analysis.record.game), analysis.record.playthrough(), analysis, text_and_words)
    wide = max(map(_columns, names))
    longest = max((_columns(translate(ply.action)) for ply in analysis.plies), default=0)
    yield f"{'start':>{wide + longest + 8}}  {_percent(analysis.start)}  chances of {names[0]}"
    for ply in analysis.plies:
        cells = ((names[ply.seat], wide), (translate(ply.action), longest))
        name, action = (text + " " * (width - _columns(text)) for text, width in cells)
        head = f"{ply.ply:>4}  {name}  {action}  {_percent(ply.chance)}"
        yield f"{head}  {_finding(ply, translate)}".rstrip()


def _columns(text: str) -> int:
    """The columns that a text takes at a terminal: two for a character of Japanese."""
    return sum(1 + (east_asian_width(character) in "WF") for character in text)


def _percent(chance: float | None) -> str:
    return "     –" if chance is None else f"{100 * chance:5.1f}%"


def _finding(ply: AssessedPly, translate: Translate) -> str:
    if ply.luck is not None:
        return f"luck {100 * (ply.luck if ply.seat == 0 else -ply.luck):+.1f}"
    if ply.forced:
        return "forced"
    if ply.loss is None:
        return "not judged"
    if ply.best == ply.action:
        return "best"
    missed = f", a win in {ply.missed_win} missed" if ply.missed_win is not None else ""
    better = f"  better {' '.join(map(translate, ply.line[:SHOWN_LINE]))}" if ply.line else ""
    return f"{-100 * ply.loss:+.1f} {ply.mark:<2}{better}{missed}"


def summary_lines(analysis: Analysis) -> Iterator[str]:
    """A summary for each player, and the ply that decided the game."""
    names = analysis.names
    for seat, name in enumerate(names):
        mean, accuracy = analysis.mean_loss(seat), analysis.accuracy[seat]
        choices = len(analysis.choices(seat))
        if mean is None or accuracy is None:
            words = ["had no choice that was judged"]
        else:
            words = [
                f"gave away {100 * mean:.2f} points a move in {choices} {_plural('choice', choices)}",
                f"accuracy {accuracy:.1f} %",
                *_counts(analysis.marks(seat)),
            ]
        if analysis.has_dice:
            words.append(f"luck {100 * analysis.luck[seat]:+.1f}")
        yield f"{name}: {', '.join(words)}"
    yield analysis.sentence(names)


def _counts(marks: dict[str, int]) -> Sequence[str]:
    counted = [f"{count} {_plural(MARKS[mark], count)}" for mark, count in marks.items() if count]
    return counted or ["no mark"]


def _plural(word: str, count: int) -> str:
    if count == 1:
        return word
    return f"{word.removesuffix('y')}ies" if word.endswith("y") else f"{word}s"


def total_lines(players: Mapping[str, PlayerReport]) -> Iterator[str]:
    """A summary for each player over many games: their number, choices, losses, luck and marks."""
    for name, player in players.items():
        games, total = player.games, player.total
        moves = f"{total.count} {_plural('choice', total.count)}"
        mean = f"gave away {100 * total.mean:.2f} points a move in {moves}" if total.count else "no choices"
        luck = f", luck {100 * player.luck / games:+.1f} a game" if abs(player.luck) > 1e-9 else ""
        yield f"{name}: {games} {_plural('game', games)}, {mean}, {', '.join(_counts(player.marks))}{luck}"
