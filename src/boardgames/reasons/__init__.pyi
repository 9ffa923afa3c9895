from .counterfactual import Change as Change, GaveUp as GaveUp, smallest_change as smallest_change, unless as unless
from .explanation import Explanation as Explanation, explain as explain
from .markdown import listed as listed, wrapped as wrapped
from .rules_text import chosen_lines as chosen_lines, referred as referred, rules_lines as rules_lines
from .spelling import read_spelling as read_spelling
