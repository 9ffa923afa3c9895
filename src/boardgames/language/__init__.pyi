from .facts import facts as facts, with_rules as with_rules
