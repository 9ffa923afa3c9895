from .fitting.fitted import fit as fit
from .fitting.settings import FitSettings as FitSettings, Games as Games
from .surveys.survey import Shares as Shares, Survey as Survey, survey as survey
from .training.replay_buffer import ReplayBuffer as ReplayBuffer
from .training.self_play import SelfPlay as SelfPlay, SelfPlayOptions as SelfPlayOptions
from .tuning.course import TuningCourse as TuningCourse
from .tuning.tune import tune as tune
