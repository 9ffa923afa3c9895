import boardgames.core.protocol.evaluation
import boardgames.records.assessment

from .advice import Advice as Advice, advise as advise
from .exercises import Exercise as Exercise, ExerciseList as ExerciseList, exercises as exercises, mates as mates
from .game import Analysis as Analysis, Stopped as Stopped, analyse as analyse, judged as judged, summed_up as summed_up
from .games import JudgeSettings as JudgeSettings, analyse_games as analyse_games
from .html_report import report as report
from .judges import (
    EXACT as EXACT,
    USUAL as USUAL,
    Judge as Judge,
    JudgeEffort as JudgeEffort,
    JudgeFailed as JudgeFailed,
    NoJudge as NoJudge,
    NoScore as NoScore,
)
from .named_judge import judge_of as judge_of, usual_judge as usual_judge

MARKS = boardgames.core.protocol.evaluation.MARKS
Bounds = boardgames.core.protocol.evaluation.Bounds
Evaluation = boardgames.core.protocol.evaluation.Evaluation
accuracy_of = boardgames.core.protocol.evaluation.accuracy_of
winning_chance = boardgames.core.protocol.evaluation.winning_chance
AssessedPly = boardgames.records.assessment.AssessedPly
Assessment = boardgames.records.assessment.Assessment
NotForTwo = boardgames.records.assessment.NotForTwo
assess = boardgames.records.assessment.assess
