"""Language models in a contest: their strength beside other players, what they gave away, and their answers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import reduce
from math import fsum, isfinite, sqrt
from operator import add
from typing import Any

import attrs

from boardgames.analysis.games import JudgeSettings, analyse_games
from boardgames.analysis.judges import EXACT, NoJudge
from boardgames.analysis.named_judge import usual_judge
from boardgames.contest import ModelUse, Standings, Store
from boardgames.contest.configuration import player_text
from boardgames.contest.standings import Place, format_rating
from boardgames.contest.statistics import Estimate, Tally
from boardgames.contest.unplayed import SET_ASIDE
from boardgames.core.lookup import find, spec_of
from boardgames.core.protocol import TokenCounts
from boardgames.core.record import NotForTwo
from boardgames.core.text import Rows, csv_table
from boardgames.view.document import document, report_sheet, table
from boardgames.view.html_template import fill, joined
from boardgames.view.style import style

DISGUISE = re.compile(r"(?<=[:,])disguise=[^,]*,?")
WORDS = """<h1>{{title}}</h1>\n<p>{{words}}</p>"""


@attrs.frozen(kw_only=True)
class ReportedPlayer:
    """A player of the contest; ``uses`` are the sums of its games, none if no language model played in its seat."""

    place: Place
    player: str
    """As it was named."""
    uses: tuple[ModelUse, ...]
    finished: Tally
    """Its games that no side lost by a forfeit."""
    plies: Estimate
    loss: Estimate
    """The chance that an action gave away, where there was a choice: the mean of the means of its games."""

    def sum(self, name: str) -> Any:
        """The sum of a field over its games."""
        return reduce(add, (getattr(use, name) for use in self.uses))

    @property
    def tokens(self) -> dict[str, float] | None:
        """The tokens of an answer by kind, the mean of those that the server counted."""
        metered = self.sum("metered")
        kinds = attrs.fields_dict(TokenCounts)
        return (
            {kind: sum(getattr(use.tokens, kind) for use in self.uses) / metered for kind in kinds} if metered else None
        )

    @property
    def cost(self) -> float | None:
        """The cost of all its games; ``None`` if it is not known of every answer."""
        costs = [use.cost for use in self.uses if use.calls]
        return None if None in costs or not costs else fsum(costs)  # type: ignore[arg-type]

    def said(self, name: str) -> str:
        """The values of a field, of which there is one unless the server or the prompt changed on the way."""
        return " or ".join(sorted({str(getattr(use, name)) for use in self.uses} - {""}))


@attrs.frozen(kw_only=True)
class ModelReport:
    """The report on the language models of a contest, best player first."""

    game: str
    games: int
    judge: str
    """Empty where no judge could tell what actions are worth."""
    players: tuple[ReportedPlayer, ...]

    @classmethod
    def of(
        cls,
        db: str | os.PathLike[str],
        judge: str | None = None,
        *,
        jobs: int = 1,
        report: Callable[[int, int], None] | None = None,
    ) -> ModelReport:
        """The report of a contest's file.

        ``judge`` says what actions are worth, as in :func:`~boardgames.analysis.analyse`; without one the game's exact
        values do where there are some.  ``jobs`` games are judged at a time; ``report`` is called as
        :func:`~boardgames.analysis.games.analyse_games` does.

        Raises :class:`~boardgames.contest.BadStore`, :class:`~boardgames.core.record.NotForTwo`,
        :class:`~boardgames.analysis.NoJudge` if the judge cannot judge a single game, and :class:`ValueError` for a
        file without language models.
        """
        with Store.reading(db) as store:
            configuration, games, uses = store.configuration, store.games(), store.uses()
            if configuration.seats != 2:
                raise NotForTwo(f"{configuration.game} is for {configuration.seats} players: the report is for two")
            if not uses:
                raise ValueError(f"{os.fspath(db)}: no language model has played to the end of a game there")
            by = judge or (EXACT if usual_judge(configuration.game) == EXACT else "")
            records = ((game, store.record(game.number)) for game in games if by and game.plies)
            losses: dict[int, list[float]] = {}
            problem = ""
            for game, judged in analyse_games(records, JudgeSettings(by=by), jobs, report):
                problem = problem or judged.problem
                for seat, player in enumerate(game.players):
                    loss = None if judged.analysis is None else judged.analysis.mean_loss(seat)
                    losses.setdefault(player, []).extend([] if loss is None else [loss])
        if judge and not any(losses.values()):
            raise NoJudge(problem or "no action of these games had a choice")
        players = []
        for place in Standings.of(configuration, games).places:
            own = [game for game in games if place.player in game.players]
            seats = [game.players.index(place.player) for game in own]
            finished = [
                game.seats[seat].points
                for game, seat in zip(own, seats, strict=True)
                if game.fault is None and game.reason != SET_ASIDE
            ]
            players.append(
                ReportedPlayer(
                    place=place,
                    player=player_text(configuration.entries[place.player].player),
                    uses=tuple(kept.use for kept in uses if kept.player == place.player),
                    finished=Tally.of(finished),
                    plies=Estimate.of_mean([game.plies for game in own]),
                    loss=Estimate.of_mean(losses.get(place.player, [])),
                )
            )
        by = by if any(losses.values()) else ""
        return cls(game=configuration.game, games=len(games), judge=by, players=tuple(players))

    @property
    def models(self) -> list[ReportedPlayer]:
        return [player for player in self.players if player.uses]

    # -- as tables ---------------------------------------------------------------------------

    def tables(self) -> Iterator[tuple[str, Rows]]:
        """Each table with its title."""
        yield "Strength", self._strength()
        yield "Answers", self._answers()
        yield "Use", self._use()
        reasons = [*self._reasons()]
        if reasons:
            yield "Rules that were broken", [["player", "code", "rule", "times"], *reasons]
        disguised = [*self._disguised()]
        if disguised:
            head = ["player", "disguised as", "score", "±", "loss an action", "±"]
            yield "Plain minus disguised", [head, *disguised]
        rows = [
            [player.place.name, *map(player.said, ("model", "answered", "settings", "prompt"))]
            for player in self.models
        ]
        yield "Models", [["player", "model", "answered", "settings", "prompt"], *rows]

    def _strength(self) -> Rows:
        rows = [
            [
                "player",
                "games",
                "score",
                "±",
                "Elo",
                "±",
                "without forfeits",
                "±",
                "forfeits",
                "plies",
                "loss an action",
                "±",
            ]
        ]
        for player in self.players:
            tally = player.place.tally
            forfeits = " ".join(f"{kind} {count}" for kind, count in sorted(player.place.faults.items()))
            score, finished = (
                _percent(tally.trials.score),
                _percent(player.finished.single.score, player.finished.games),
            )
            loss = _percent(player.loss, bool(self.judge), 2)
            plies = f"{player.plies.value:.0f}" if tally.games else ""
            rows.append(
                [
                    player.place.name,
                    str(tally.games),
                    *score,
                    *format_rating(player.place),
                    *finished,
                    forfeits,
                    plies,
                    *loss,
                ]
            )
        return rows

    def _answers(self) -> Rows:
        kinds = sorted({kind for player in self.models for use in player.uses for kind in use.refusals})
        rows = [["player", "actions", "legal at once", "in the end", "drawn", *kinds, "failures"]]
        for player in self.models:
            actions, refused = player.sum("actions"), player.sum("refusals")
            shares = (_share(player.sum(name), actions) for name in ("first_try", "legal"))
            counts = map(str, (player.sum("by_chance"), *(refused[kind] for kind in kinds), player.sum("failures")))
            rows.append([player.place.name, str(actions), *shares, *counts])
        return rows

    def _use(self) -> Rows:
        kinds = [*attrs.fields_dict(TokenCounts)]
        columns = [f"{what} {each}" for what in ("tokens", "seconds", "cost") for each in ("a game", "an action")]
        rows = [["player", "answers", *(f"{kind} tokens an answer" for kind in kinds), *columns]]
        for player in self.models:
            tokens, answers = player.tokens, player.sum("calls")
            sums = [tokens and (tokens["prompt"] + tokens["answer"]) * answers, player.sum("seconds"), player.cost]
            each = ["" if tokens is None else f"{tokens[kind]:.0f}" for kind in kinds]
            shares = [
                "" if total is None else f"{total / number:.4g}"
                for total in sums
                for number in (len(player.uses), player.sum("actions") or 1)
            ]
            rows.append([player.place.name, str(answers), *each, *shares])
        return rows

    def _reasons(self) -> Iterator[list[str]]:
        rules = spec_of(self.game).rules_behind
        for player in self.models:
            for code, count in player.sum("reasons").most_common():
                game, number = rules.get(code, ("", 0))
                rule = f"{find(game).title}, rule {number}" if game else ""
                yield [player.place.name, code, rule, str(count)]

    def _disguised(self) -> Iterator[list[str]]:
        """The players that differ in their disguise alone, in pairs."""
        plain = {player.player: player for player in self.models if not DISGUISE.search(player.player)}
        for player in self.models:
            other = plain.get(DISGUISE.sub("", player.player).rstrip(",:"))
            if other is not None and other is not player:
                score = _difference(other.place.tally.trials.score, player.place.tally.trials.score)
                loss = _percent(_difference(other.loss, player.loss), bool(self.judge), 2, "+")
                yield [other.place.name, player.place.name, *_percent(score, sign="+"), *loss]

    def sentence(self) -> str:
        judged = f"Losses are points of winning chance, by {self.judge}" if self.judge else "No judge told of losses"
        return f"{self.game}: {self.games} games. {judged}. Behind ± stands half a 95 % interval."

    def page(self) -> str:
        """The report as an HTML document that loads nothing."""
        title = f"Language models: {spec_of(self.game).title}"
        parts = [fill(WORDS, title=title, words=self.sentence())]
        for heading, rows in self.tables():
            parts += [fill("<h2>{{heading}}</h2>", heading=heading), table(rows)]
        return document(title, joined(parts), sheet=report_sheet() + style("auto"))

    # -- as values -----------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        """The report in plain values: ``boardgames models --json``."""
        players = [*map(_fields, self.players)]
        return {"game": self.game, "games": self.games, "judge": self.judge or None, "players": players}

    def csv(self) -> str:
        """The report as CSV, a player a line."""
        players = [dict(_flat(fields)) for fields in map(_fields, self.players)]
        names = [*dict.fromkeys(name for player in players for name in player)]
        return csv_table([names, *([player.get(name, "") for name in names] for player in players)])


def _fields(player: ReportedPlayer) -> dict[str, Any]:
    place, finished = player.place, player.finished
    fields = {
        "name": place.name,
        "player": player.player,
        "games": place.tally.games,
        "pairs": [*place.tally.pairs],
        "score": _values(place.tally.trials.score),
        "elo": _values(Estimate(place.elo, place.low, place.high)),
        "finished": finished.games,
        "score_of_finished": _values(finished.single.score) if finished.games else None,
        "forfeits": place.faults,
        "plies": _values(player.plies),
        "loss": _values(player.loss) if isfinite(player.loss.error) else None,
    }
    if not player.uses:
        return fields
    counts = ("actions", "first_try", "legal", "by_chance", "calls", "failures", "refusals", "reasons", "seconds")
    told = {name: player.said(name) for name in ("model", "answered", "settings", "prompt")}
    sums = {name: player.sum(name) for name in counts}
    return fields | told | sums | {"tokens_an_answer": player.tokens, "cost": player.cost}


def _values(estimate: Estimate) -> dict[str, float | None]:
    return {name: value if isfinite(value) else None for name, value in attrs.asdict(estimate).items()}


def _difference(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent values."""
    value, error = one.value - other.value, sqrt(one.error**2 + other.error**2)
    return Estimate(value, value - error, value + error)


def _percent(estimate: Estimate, shown: object = True, digits: int = 0, sign: str = "") -> tuple[str, str]:
    if not shown or not isfinite(estimate.error):
        return "", ""
    return f"{100 * estimate.value:{sign}.{digits}f}", f"{100 * estimate.error:.{digits}f}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def _flat(fields: dict[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """The values of objects in objects, each under the names that lead to it."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}_")
        else:
            yield (
                before + name,
                "" if value is None else " ".join(map(str, value)) if isinstance(value, list) else value,
            )
