"""The solution of a mate problem, told in sentences for people and in fields for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.players.mates.mate_problem import MateSolution


def solution_fields(solution: MateSolution) -> dict[str, object]:
    """A solution as ``--json`` prints it."""
    return {
        "game": solution.start.game.name,
        "position": str(solution.start),
        "plies": solution.plies,
        "line": [str(action) for action in solution.line],
        "unique": solution.is_unique,
        "second": [
            {"ply": each.ply, "action": str(each.action), "plies": each.plies, "minor": each.minor}
            for each in solution.second
        ],
        "left_over": solution.left_over,
        "refuted": solution.refuted,
        "never": solution.never,
        "decided": solution.decided,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
    }


def solution_sentences(solution: MateSolution) -> list[str]:
    """A solution in words, a sentence a line."""
    if not solution.line:
        within = (
            f"no mate within {in_plies(solution.refuted)}" if solution.refuted else "no ply was searched to its end"
        )
        if solution.never:
            return ["no mate by checks, however long"]
        return [within if solution.decided else f"undecided: {within}; more nodes or time decide more"]
    lines = [f"mate in {in_plies(len(solution.line))}: {' '.join(map(str, solution.line))}"]
    for each in solution.second:
        what = f"minor flaw ({each.minor})" if each.minor else "cooked"
        lines.append(f"{what}: at ply {each.ply}, {each.action} mates too, in {in_plies(each.plies)}")
    if solution.is_unique:
        lines.append(f"no other solution of up to {in_plies(len(solution.line) + solution.second_within)}")
    elif not solution.second_decided and solution.searched_second:
        lines.append("whether there are more solutions is undecided; more nodes or time decide more")
    if solution.left_over:
        lines.append(f"{solution.left_over} piece{'s' * (solution.left_over > 1)} left over in the attacker's hand")
    return lines


def in_plies(count: int) -> str:
    """A number of plies in words."""
    return f"{count} {'ply' if count == 1 else 'plies'}"
