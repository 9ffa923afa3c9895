"""The games of which all that learns is tried."""

OURS = ["shogi", "minishogi", "dice-shogi", "morris", "ur", "judkins", "gorogoro"]
FEW = ["shogi", "dice-shogi", "morris", "ur", "morris:preset=classic"]
"""Games of each kind, which are tried every day."""
VARIED = [
    "ur:preset=aseb",
    "ur:tokens=2,safe_rosettes=none,dice=0+3+3+1+1+2",
    "morris:preset=classic",
    "morris:preset=six",
    "morris:men=12,turns=40",
    "shogi:impasse=27-point,max_plies=90,repetition=none",
    "shogi:max_plies=5000",
    "minishogi:repetition=none",
]
