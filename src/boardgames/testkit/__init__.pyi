from .cases import NeverSeen as NeverSeen, ladder as ladder
from .climb import FIRST_SEED as FIRST_SEED, RUNGS as RUNGS, Climb as Climb, verify as verify
from .comparing.differences import (
    Difference as Difference,
    DifferenceKind as DifferenceKind,
    Differences as Differences,
    differences as differences,
)
from .exercise import NotYet as NotYet, checks as checks, expect as expect
from .grade import Grade as Grade, GradedRung as GradedRung, format_points as format_points
from .junit import junit_xml as junit_xml
from .like import LIKE_RUNGS as LIKE_RUNGS, Likeness as Likeness, View as View
from .new_game import BadGameName as BadGameName, NewGameFiles as NewGameFiles, new_game as new_game
from .report import (
    FAILED as FAILED,
    NOT_SEEN as NOT_SEEN,
    NOT_TRIED as NOT_TRIED,
    OK as OK,
    Finding as Finding,
    Report as Report,
)
from .rung import BrokenReference as BrokenReference, Flaw as Flaw, Rung as Rung, raised as raised
from .texts import NO_ACTIONS as NO_ACTIONS, NO_POSITIONS as NO_POSITIONS, mutations as mutations
from .walks import edges as edges
from .weights import WEIGHTS as WEIGHTS, BadWeights as BadWeights, Weights as Weights
