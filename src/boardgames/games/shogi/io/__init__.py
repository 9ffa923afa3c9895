"""Positions and actions for people and programs: texts, pictures and line protocols."""
