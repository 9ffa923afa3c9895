"""Surveys of games: their length, choices, fairness, luck and skill."""
