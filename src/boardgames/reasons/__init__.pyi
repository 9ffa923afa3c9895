from .explanation import Explanation as Explanation, explain as explain
from .markdown import listed as listed, wrapped as wrapped
