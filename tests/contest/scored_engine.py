"""A USI engine for shogi that moves its rook to and fro, and tells the scores that it was given, one for an answer.

A score is ``cp -700`` or ``mate 3``; where it is ``-`` the engine tells none.  After the last one it goes on with that.
"""

import sys

scores = sys.argv[1].split(",")
answers = 0
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "usi":
        print("usiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "usinewgame":
        answers = 0
    elif word == "position":
        plies = len(rest) - rest.index("moves") - 1 if "moves" in rest else 0
    elif word == "go":
        score = scores[min(answers, len(scores) - 1)]
        if score != "-":
            print(f"info depth 1 score {score}")
        squares = ["2h", "3h"] if plies % 2 == 0 else ["8b", "7b"]
        print(f"bestmove {''.join(squares[:: 1 if plies // 2 % 2 == 0 else -1])}", flush=True)
        answers += 1
    elif word == "quit":
        break
