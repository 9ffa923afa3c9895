"""``boardgames play``: two players, one game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, redirect_stdout
from pathlib import Path

import click

from boardgames.cli import fault_report
from boardgames.cli.arguments import Chosen, GameType, MachineError, UserError, start, takes_position
from boardgames.cli.boards import WESTERN, Boards, people_of
from boardgames.cli.entrants import entered, named, refuse_too_many
from boardgames.cli.interruption import interruptible
from boardgames.cli.numbers import COUNT, GREATEST_SEED, LEAST_SEED, PACE, SEED
from boardgames.cli.output import opened, standard_output
from boardgames.cli.printer import Printer
from boardgames.cli.programs import ProgramOptions, takes_program_options
from boardgames.cli.resumption import again, broken_off, chosen_of, refuse_the_deaf
from boardgames.contest import BadEntrant, Entrant, ProgramEntrant, names_of, new_seed, set_up, write_record
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import BadOption
from boardgames.core.record.game_record import GameRecord
from boardgames.core.text.numbers import whole_number
from boardgames.players import Human
from boardgames.referee import Dice, DiceScriptError, Onlooker, SafeWriter, ScriptedDice, Shortage, SpectatorStream
from boardgames.whole_file import check_writable


@click.command()
@click.argument("chosen", metavar="[GAME]", type=GameType(), required=False)
@click.option("--p1", metavar="PLAYER", help="Who plays first: random, greedy, human, or a command.")
@click.option("--p2", metavar="PLAYER", help="Who plays second.")
@click.option(
    "--player", "more", multiple=True, metavar="PLAYER", help="Who plays next; repeat it for each seat that is left."
)
@click.option("--p1-name", metavar="NAME", help="What to call the first player (1 to 16 characters).")
@click.option("--p2-name", metavar="NAME", help="What to call the second player.")
@click.option(
    "--p1-set",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the first player's engine (usi); repeatable.",
)
@click.option("--p2-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the second player's engine.")
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    help="Of dice and built-in players; the same seed, the same luck.",
)
@click.option(
    "--seed-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take the seed from FILE (-: standard input), since a program may read command lines.",
)
@takes_position
@click.option(
    "--dice",
    "dice_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take the throws from FILE, one a line.",
)
@takes_program_options
@click.option("--pace", type=PACE, default=0.0, metavar="S", help="At least S seconds from event to event.")
@click.option("--max-plies", type=COUNT, metavar="N", help="Call it a draw after N plies, dice included.")
@click.option(
    "--spectators", metavar="FILE", type=click.Path(path_type=Path), help="Write what spectators are told to FILE."
)
@click.option(
    "--record", "record_file", metavar="FILE", type=click.Path(path_type=Path), help="Write the game to FILE as JSON."
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Go on with the game that was broken off in FILE, and record it there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the game as one JSON object.")
@WESTERN
@click.option(
    "--show",
    type=click.Choice(["board", "moves", "result"]),
    help="What to print: every board, the moves, or the result alone.  [board at a terminal, else moves]",
)
@click.option("--strict", is_flag=True, help="Exit with 1 when a player forfeits.")
def play(
    chosen: Chosen | None,
    p1: str | None,
    p2: str | None,
    more: tuple[str, ...],
    p1_name: str | None,
    p2_name: str | None,
    p1_set: tuple[str, ...],
    p2_set: tuple[str, ...],
    seed: int | None,
    seed_file: Path | None,
    position: str | None,
    dice_file: Path | None,
    programs: ProgramOptions,
    pace: float,
    max_plies: int | None,
    spectators: Path | None,
    record_file: Path | None,
    resume: Path | None,
    as_json: bool,
    western: bool,
    show: str | None,
    strict: bool,
) -> None:
    """Play a game of GAME between two players.

    A PLAYER is an installed player (random, greedy, human, alphabeta:level=3, ...)
    or a command, run without a shell, that speaks the game's
    protocol on its standard input and output.  PROTOCOL:COMMAND picks another
    protocol; "plain" serves every game.  MODULE:CLASS is a player in Python.

    A game that was broken off goes on with --resume FILE: its players, names
    and luck are those of the record, unless you say otherwise.

    \b
    Examples:
      boardgames play ur --p1 human --p2 greedy
      boardgames play ur --p1 "python mybot.py" --p2 random --record game.json
      boardgames play ur:tokens=3 --p1 "plain:python mybot.py" --p2 greedy --move-time 0.5
      boardgames play shogi --p1 random --p2 greedy --max-plies 40 --show board --western
      boardgames play --resume game.json

    \b
    Exit status:
      0    the game finished, whoever won
      1    a player forfeited, and --strict was given
      2    wrong usage, an unknown game, an unreadable position
      3    a program could not be started, or this machine lacks what the referee needs
      130  interrupted (Ctrl-C, SIGTERM, SIGHUP, SIGQUIT); the game so far is in the record
    """
    earlier = None
    if resume is not None:
        if chosen is not None or position is not None:
            raise UserError("--resume: the record says which game it is, and from where: leave out GAME and --position")
        earlier = broken_off(resume)
        chosen = chosen_of(earlier)
        record_file = resume if record_file is None else record_file
        p1, p2, *more_texts = again(earlier, (p1, p2, *more), resume)
        more = tuple(text for text in more_texts if text is not None)
        p1_name, p2_name = [
            name or earlier.names[seat] or None if seat < len(earlier.names) else name
            for seat, name in enumerate((p1_name, p2_name))
        ]
        seed = earlier.seed if seed is None and seed_file is None else seed
    elif chosen is None:
        raise UserError("say which game, as in 'boardgames play ur --p1 human --p2 greedy', or --resume FILE")
    spec = chosen.spec
    begin = start(chosen, position) if earlier is None else earlier.playthrough()
    entrants = _entrants(chosen, {"--p1": (p1, p1_set), "--p2": (p2, p2_set)}, more)
    if earlier is not None:
        refuse_the_deaf(entrants)
    given = [named(p1_name, "--p1-name"), named(p2_name, "--p2-name")]
    names = names_of(entrants, given[: len(entrants)])
    if seed_file is not None:
        seed = _seed_in(seed_file, seed)
    seed = new_seed() if seed is None else seed
    show = show or ("result" if as_json else _usual_show(entrants))
    out = standard_output()
    with ExitStack() as files:
        ignore_signals = files.enter_context(interruptible())
        dice = None if dice_file is None else _dice(dice_file, spec)
        onlookers: list[Onlooker] = []
        if show != "result" and not as_json:
            onlookers.append(Printer(names, Boards(spec, western) if show == "board" else None, out))
        if spectators is not None:
            onlookers.append(SpectatorStream(spec.protocol(), opened(spectators, "w", "--spectators", files)))
        if record_file is not None:
            record_path = _checked(record_file)
        if as_json:  # a person's board and prompt must not stand in the object
            files.enter_context(redirect_stdout(sys.stderr))
        try:
            game = set_up(
                begin,
                entrants,
                spec=spec,
                seed=seed,
                names=names,
                conditions=programs.conditions(files),
                dice=dice,
                onlookers=onlookers,
                pace=pace,
                max_plies=max_plies,
            )
        except BadEntrant as error:
            raise UserError(str(error)) from None
        _warn(position, entrants)
        people = people_of(game, western)
        trouble: BaseException | None = None
        try:
            game.referee.run()
            for person in people[:1]:
                person.see_the_end(game.referee.playthrough.state)
        except (KeyboardInterrupt, DiceScriptError, BadOption, OSError) as error:
            trouble = error
        ignore_signals()  # what is left takes milliseconds, and the record must be whole
        record = game.record()
        if record_file is not None:
            _write(record, record_path)
    if as_json:
        out.write(record.json() + "\n")
    conditions = programs.words()
    for option, value in {
        "--p1-set": p1_set,
        "--p2-set": p2_set,
        "--max-plies": (max_plies,) if max_plies else (),
    }.items():
        conditions += [word for each in value for word in (option, str(each))]
    _finish(record, trouble, names, record_file, people, None if as_json else out, strict, show == "result", conditions)


def _write(record: GameRecord, path: Path) -> None:
    """Put the record in its file; should that be impossible by now, show it, so that nothing is lost."""
    try:
        write_record(record, path)
    except OSError as error:
        click.echo(record.json(), err=True)
        raise UserError(f"--record: cannot write {path} any more ({error.strerror}); the record is above") from None


def _finish(
    record: GameRecord,
    trouble: BaseException | None,
    names: Sequence[str],
    record_file: Path | None,
    people: Sequence[Human],
    out: SafeWriter | None,
    strict: bool,
    quiet: bool,
    conditions: Sequence[str],
) -> None:
    """Tell the result, and exit with its status."""
    verdict, plies = record.verdict, len(record.actions)
    if verdict is None:
        kept = f"; the {plies} plies so far are in {record_file}" if record_file else ""
        if isinstance(trouble, KeyboardInterrupt):
            click.echo(f"Interrupted after {plies} plies{kept}.", err=True)
            if record_file is not None:
                click.echo(f"Go on with: boardgames play --resume {shlex.quote(str(record_file))}", err=True)
            elif people:
                click.echo("With --record FILE a game can go on another day.", err=True)
            sys.exit(130)
        raise (MachineError if isinstance(trouble, Shortage) else UserError)(f"{trouble}{kept}")
    told = "\n".join(fault_report.told(verdict, names))
    if out is not None:
        out.write(told + "\n")
    if verdict.fault is not None:
        if out is None:
            click.echo(told, err=True)
        if verdict.fault.kind == "not started":
            sys.exit(3)
        if not quiet:
            click.echo("\n".join(fault_report.again(record, conditions)), err=True)
        if strict:
            sys.exit(1)


def _entrants(
    chosen: Chosen, first: Mapping[str, tuple[str | None, Sequence[str]]], more: Sequence[str]
) -> list[Entrant]:
    """The players by seat: those of ``--p1`` and ``--p2``, and those of ``--player`` in the seats that are left."""
    rest, entrants = list(more), []
    for seat in range(chosen.game.seats):
        option = f"--p{seat + 1}"
        text, settings = first.get(option, (None, ()))
        if text is None:
            if not rest:
                raise UserError(
                    f"nobody sits in seat {seat + 1} of {chosen.game.seats}: say who plays there with "
                    + (f"{option} PLAYER, as in {option} greedy" if option in first else "--player PLAYER")
                )
            text, option = rest.pop(0), "--player"
        entrants.append(entered(text, chosen.spec, option, settings))
    refuse_too_many(chosen, rest, [option for option, (text, _) in first.items() if text is not None])
    return entrants


def _seed_in(path: Path, given: int | None) -> int:
    if given is not None:
        raise UserError("--seed and --seed-file: give one of them")
    try:
        text = sys.stdin.readline() if str(path) == "-" else path.read_text(encoding="utf-8", errors="replace")[:100]
        return whole_number(text.strip(), LEAST_SEED, GREATEST_SEED)
    except OSError as error:
        raise UserError(f"--seed-file: cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"--seed-file: {path}: {error}") from None


def _dice(path: Path, spec: GameSpec) -> Dice:
    try:
        return ScriptedDice.from_file(path, spec.read_throw)
    except OSError as error:
        raise UserError(f"--dice: cannot read {path}: {error.strerror}") from None
    except DiceScriptError as error:
        raise UserError(f"--dice: {error}") from None


def _checked(path: Path) -> Path:
    """The record's full path, once it is known that it can be written: before the game, not after it."""
    if path.is_dir():
        raise UserError(f"--record: {path} is a folder; give a file in it")
    try:
        check_writable(path)
    except OSError as error:
        raise UserError(f"--record: cannot write {path}: {error.strerror}") from None
    return path.absolute()


def _usual_show(entrants: Sequence[Entrant]) -> str:
    if any(who.at_terminal for who in entrants):
        return "result"  # people are shown the board when they are asked
    return "board" if sys.stdout.isatty() else "moves"


def _warn(position: str | None, entrants: Sequence[Entrant]) -> None:
    if position is not None and any(
        isinstance(who, ProgramEntrant) and not who.protocol.tells_position for who in entrants
    ):
        click.echo("Note: this protocol cannot tell a program that the game does not begin at its start.", err=True)
