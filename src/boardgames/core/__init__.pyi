from .seeds import (
    environment_random as environment_random,
    new_seed as new_seed,
    player_random as player_random,
    random_of as random_of,
)
