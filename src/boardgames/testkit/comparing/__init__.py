"""Comparing two sets of rules, of which one may be a program's or another library's."""
