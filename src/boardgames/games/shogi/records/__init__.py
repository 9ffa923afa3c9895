"""How games of the shogi family are written down: KIF, CSA and the position command of USI."""
