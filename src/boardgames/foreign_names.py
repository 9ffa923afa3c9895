"""Names of other libraries, each with ours: who asks for one reads what it is called here.

A class gets an attribute for each, which raises an :class:`AttributeError`.  So ``hasattr`` says ``False`` as ever, and
no other attribute is found more slowly, as it would be by a ``__getattr__``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

NAMES: Final = """
state.actions(): legal_actions() legal_moves moves generate_legal_moves() get_legal_actions() actions()
state.outcome, None until the end,: is_terminal() is_game_over() game_over done terminations truncations outcome
state.outcome.winner: winner; state.outcome.returns: returns() rewards() reward player_reward() result() score
state.turn, a seat, CHANCE or OVER,: current_player() to_move player agent_selection side_to_move is_chance_node() turn
state.apply(action), the next state,: apply_action() push() step() move() make_move() do_move() child() apply()
state.play(text), the next state,: push_uci() push_san() push_usi(); state.chances(): chance_outcomes() roll() dice
state.read(text): string_to_action() parse_uci() parse_san() Move(); str(action): action_to_string() san() uci() usi()
str(state): fen() sfen() epd() serialize() observation_string() to_json(); state.game: get_game()
the old state, which you keep,: undo() pop() undo_action(); the state itself, which never changes,: copy() clone()
Playthrough(state), which keeps the actions,: history() full_history() history_str() move_stack move_number() peek()
find(name).picture(state): board() hands pieces piece_at() piece_map() unicode() ascii() render()
state._repr_svg_(), or view.svg(scene),: svg() to_svg(); action in state.actions(): is_legal()
game.start(): new_initial_state() initial_state() reset() new_game() Board(); game.options: get_parameters() parameters
game.seats: num_players() num_agents agents possible_agents players; game.chance_count: max_chance_outcomes()
game.action_count: num_distinct_actions() num_actions action_space; game.name: get_type()
game.parse(text): deserialize_state() from_fen() from_sfen() set_fen()
rl.observe(state): observation_tensor() information_state_tensor() observation_tensor_shape() observe() action_mask
rl.aec(game): env() aec_env() raw_env() parallel_env(); rl.versus(game, opponent): make() gym gym_env() make_env()
record.verdict.outcome: outcome; len(record.actions): plies; record.playthrough(): replay() states mainline()
load(name): load_game() make() make_game() get_game(); games(): list_games() registered_names() registered_games()
games.NAME, or load(name),: checkshogi dice_shogi dobutsu euroshogi gorogoro judkins kyotoshogi microshogi minishogi
games.NAME, or load(name),: morris shogi torishogi ur; a package to import: rl view contest analysis solve
play_game(game, player, other): play() run_game(); play_match(game, player, other): match() run_match()
contest.play_tournament(game, players): tournament() play_tournament(); playout(state, rng): random_playout() rollout()
contest.read_record(file): read_game() read_record(); 'random', the text,: RandomPlayer() RandomAgent() RandomBot()
"""
"""Names of ours, each with the foreign ones for it; those of the library itself stand last."""


def sentences(owner: str) -> dict[str, str]:
    """A sentence with our name for each foreign name; names of ``owner`` go first, and without that word.

    >>> sentences("state.")["legal_actions"], sentences("")["legal_actions"]
    ('legal_actions() is actions() here', 'legal_actions() is state.actions() here')
    """
    answers: dict[str, str] = {}
    for line in sorted(NAMES.strip().replace("; ", "\n").splitlines(), key=lambda line: line.startswith(owner)):
        ours, _, names = line.removeprefix(owner).partition(": ")
        for theirs in names.split():
            name = theirs.removesuffix("()")
            answers[name] = f"{theirs} is {ours.replace('NAME', name)} here"
    return answers


class _Foreign:
    """The attribute of a class for a foreign name.  What an object or a subclass has under that name goes first."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def __get__(self, thing: object, kind: type | None = None) -> NoReturn:
        raise AttributeError(self.sentence)


def answer(kind: type, owner: str, *own: str) -> None:
    """Have a class answer to foreign names, which ``dir`` lists not; ``own`` are those that its subclasses use."""
    foreign = {name: text for name, text in sentences(owner).items() if name not in own and not hasattr(kind, name)}
    for name in foreign:
        setattr(kind, name, _Foreign(foreign[name]))

    def listed(thing: object) -> list[str]:
        return [name for name in object.__dir__(thing) if name not in foreign or hasattr(thing, name)]

    setattr(kind, "__dir__", listed)  # noqa: B010 - for type checkers it is fixed


def answering(find: Callable[[str], Any], owner: str = "") -> Callable[[str], Any]:
    """The function ``__getattr__`` of a module that finds its own names by ``find``."""

    def attribute(name: str) -> Any:
        try:
            return find(name)
        except AttributeError as error:
            raise AttributeError(sentences(owner).get(name, str(error))) from None

    return attribute
