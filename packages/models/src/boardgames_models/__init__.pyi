from .model_answer import ModelAnswer as ModelAnswer, TokenCounts as TokenCounts
from .model_player import LLM as LLM, ModelOptions as ModelOptions, ModelPlayer as ModelPlayer
from .model_report import ModelReport as ModelReport
from .model_use import ModelUse as ModelUse, Price as Price, read_prices as read_prices
from .prose import Message as Message, Prose as Prose, Refusal as Refusal, Style as Style
