"""What a learned judgement of morris weighs, and its weights."""
