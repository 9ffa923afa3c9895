"""``boardgames play``: two players, one game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout
from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, mistakes, start
from boardgames.cli.boards import Boards, people_of
from boardgames.cli.entrants import WORDS, entrant_of
from boardgames.cli.options import MORE, Command, file_option, takes
from boardgames.cli.output import opened, print_result, standard_output
from boardgames.cli.playing.options import GameOptions, OutputOptions, PlayerOptions, seed_in
from boardgames.cli.playing.result import exit_broken_off, exit_finished, writable, write_or_print
from boardgames.cli.programs import ProgramOptions
from boardgames.contest import BadEntrant, Entrant, ProgramEntrant, RefereedGame, names_of, new_seed, set_up
from boardgames.core.model.options import BadOption
from boardgames.core.protocol import Unavailable
from boardgames.processes.interruption import interruptible
from boardgames.referee import DiceScriptError, Onlooker, SpectatorStream


@attrs.frozen(kw_only=True)
class PlayOptions(GameOptions):
    """A game, from its start or from where it was broken off."""

    continue_: Path | None = file_option("Go on with the game in FILE, which was broken off, and record it there.")
    seed_file: Path | None = file_option(
        "Take the seed from FILE (-: standard input), since a program may read command lines.", MORE
    )


@click.command(cls=Command)
@click.argument("chosen", metavar="[GAME]", type=GameType(), required=False)
@WORDS
@takes(PlayOptions)
@takes(PlayerOptions, "players")
@takes(OutputOptions, "output")
@takes(ProgramOptions, "programs")
def play(
    chosen: Chosen | None, players: PlayerOptions, options: PlayOptions, programs: ProgramOptions, output: OutputOptions
) -> None:
    """Play a game of GAME between two players.

    A PLAYER is an installed player (random, greedy, human, alphabeta:level=3, ...)
    or a command, run without a shell, that speaks the game's
    protocol on its standard input and output.  PROTOCOL:COMMAND picks another
    protocol; "plain" serves every game.  MODULE:CLASS is a player in Python.

    alphabeta, expectation and mcts have ten levels: 1 is a beginner that you beat,
    5 is medium, 10 is merciless.

    A game that was broken off goes on with --continue FILE: its players, names
    and seed are those of the record, unless you say otherwise.

    \b
    Examples:
      boardgames play ur human greedy
      boardgames play ur "python mybot.py" random --record game.json
      boardgames play ur:tokens=3 "plain:python mybot.py" greedy --move-time 0.5
      boardgames play shogi random greedy --max-plies 40 --show board --western
      boardgames play --continue game.json

    \b
    Exit status:
      0    the game finished, with any result
      1    a player forfeited, and --strict was given
      2    wrong usage, an unknown game, an unreadable position
      3    a program could not be started, this machine lacks what the referee needs, or a service failed
      130  interrupted (Ctrl-C, SIGTERM, SIGHUP, SIGQUIT); the game so far is in the record
    """
    earlier, resume, record_file = None, options.continue_, output.record
    if resume is not None:
        from boardgames.cli.playing.resumption import resumed

        if chosen is not None or options.position is not None:
            raise UserError("--continue: the record says which game, and from where: leave out GAME and --position")
        earlier, chosen, players = resumed(resume, players)
        record_file = record_file or resume
        if options.seed is None and options.seed_file is None:
            options = attrs.evolve(options, seed=earlier.seed)
    if chosen is None:
        raise UserError("say which game, as in 'boardgames play ur human greedy', or --continue FILE")
    begin = start(chosen, options.position, alone=True) if earlier is None else earlier.playthrough()
    seated = players.by_seat(chosen)
    entrants = [entrant_of(player.text, chosen.spec, player.option, player.settings) for player in seated]
    if earlier is not None:
        from boardgames.cli.playing.resumption import require_positions

        require_positions(entrants)
    names = names_of(entrants, [player.name for player in seated])
    if options.seed_file is not None:
        options = attrs.evolve(options, seed=seed_in(options.seed_file, options.seed))
    detail, out = output.detail(entrants), standard_output()
    with ExitStack() as files:
        ignore_signals = files.enter_context(interruptible())
        onlookers: list[Onlooker] = []
        if detail != "result":
            from boardgames.cli.playing.printer import Printer

            boards = Boards(chosen.spec, output.western) if detail == "board" else None
            onlookers.append(Printer(chosen.spec, names, boards, out))
        if output.spectators is not None:
            onlookers.append(
                SpectatorStream(chosen.spec.protocol(), opened(output.spectators, "w", "--spectators", files))
            )
        if record_file is not None:
            record_path = writable(record_file)
        if output.json:  # a person's board and prompt must not stand in the object
            files.enter_context(redirect_stdout(sys.stderr))
        with mistakes(BadEntrant):
            game = set_up(
                begin,
                entrants,
                spec=chosen.spec,
                seed=new_seed() if options.seed is None else options.seed,
                names=names,
                conditions=programs.conditions(files, masked=(options.seed_file, options.dice, resume, record_file)),
                dice=options.scripted_dice(chosen.spec),
                onlookers=onlookers,
                pace=options.pace,
                max_plies=options.max_plies,
            )
        if options.position is not None:
            _warn(entrants)
        trouble = _run(game, entrants, output.western)
        ignore_signals()  # what is left takes milliseconds, and the record must be whole
        record = game.record(evaluations=True)
        if record_file is not None:
            write_or_print(record, record_path)
    if output.json:
        print_result(record.json())
    if record.verdict is None:
        exit_broken_off(record, trouble, record_file, any(who.at_terminal for who in entrants))
    conditions = programs.words()
    for name, values in {"--p1-set": players.p1_set, "--p2-set": players.p2_set}.items():
        conditions += [word for value in values for word in (name, value)]
    conditions += ["--max-plies", str(options.max_plies)] if options.max_plies else []
    exit_finished(
        record, names, None if output.json else out, None if detail == "result" else conditions, strict=output.strict
    )


def _run(game: RefereedGame, entrants: Sequence[Entrant], western: bool) -> BaseException | None:
    """Play the game; what broke it off, if anything did."""
    people = people_of(game, western) if any(who.at_terminal for who in entrants) else []
    try:
        game.referee.run()
        for person in people[:1]:
            person.see_the_end(game.referee.playthrough.state)
    except (KeyboardInterrupt, DiceScriptError, BadOption, OSError, Unavailable) as error:
        return error
    return None


def _warn(entrants: Sequence[Entrant]) -> None:
    if any(isinstance(who, ProgramEntrant) and not who.protocol.tells_position for who in entrants):
        click.echo("Note: this protocol cannot tell a program that the game does not begin at its start.", err=True)
