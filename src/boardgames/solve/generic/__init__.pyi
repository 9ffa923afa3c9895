from .graph import key_of as key_of
from .solver import MOST_POSITIONS as MOST_POSITIONS, Solution as Solution, solve as solve
