"""The games, one folder each, with the same rooms: rules, notation, dialogues, picture."""
