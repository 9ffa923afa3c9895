from . import openspiel as openspiel
from .aec_env import aec as aec
from .checks import (
    MOST_THROWS as MOST_THROWS,
    check_actions as check_actions,
    number_of_games as number_of_games,
    seed_of as seed_of,
    stuck as stuck,
    whole_number as whole_number,
)
from .gym_env import versus as versus
from .missing_extra import MissingExtra as MissingExtra
from .observing import observe as observe
from .onnx_file import label_onnx as label_onnx, save_mlp as save_mlp
from .vector import IllegalStep as IllegalStep, VectorEnv as VectorEnv, luck as luck
