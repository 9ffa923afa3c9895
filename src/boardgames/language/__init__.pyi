from .game_pages import with_rules as with_rules
