from .rules import with_rules as with_rules
