#!/usr/bin/env python3
"""A bot for every game: a random one of the actions it is offered.  Speaks plain; needs nothing but Python."""

import random
import sys

for line in sys.stdin:
    word, *words = line.split()
    if word == "go":
        print(random.choice(words), flush=True)
    elif word == "over":
        break
