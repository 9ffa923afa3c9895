"""The learned judgement of morris: its features and its weights."""
