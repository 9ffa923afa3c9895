from .judgement_features import SCALE as SCALE, JudgementFeatures as JudgementFeatures
from .judgement_file import UNIT as UNIT, Judgement as Judgement
from .network_metadata import network_metadata as network_metadata
from .observation import Observation as Observation, Plane as Plane, one_each as one_each
from .observed_games import observation_of as observation_of
from .search_hints import MateConventions as MateConventions, SearchHints as SearchHints
from .search_rules import GAIN as GAIN, SearchRules as SearchRules, ThrowRules as ThrowRules
