from .catalogue import ENGLISH as ENGLISH, LANGUAGES as LANGUAGES, preferred as preferred
from .game_pages import with_files as with_files, with_rules as with_rules
from .phrases import Phrases as Phrases, phrases as phrases
