"""Tuning: games that find better values for numbers among a player's options."""
