"""The page: play, watch and step through games in a browser.

A table is a game with its seats; the referee runs in a thread and knows of no page. A person
at the page is a player like any other, whose choice comes through a socket.  The browser is
told what happened, shown pictures, and given the ways of clicks of the legal actions; it
knows no rule.
"""
