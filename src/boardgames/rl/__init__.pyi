from . import openspiel as openspiel
from .aec_env import aec as aec
from .gym_env import versus as versus
from .missing_extra import MissingExtra as MissingExtra
from .observing import observe as observe
from .onnx_file import label_onnx as label_onnx, save_mlp as save_mlp
from .replay_buffer import ReplayBuffer as ReplayBuffer
from .self_play import SelfPlay as SelfPlay, SelfPlayOptions as SelfPlayOptions
from .vector import IllegalStep as IllegalStep, VectorEnv as VectorEnv, luck as luck
