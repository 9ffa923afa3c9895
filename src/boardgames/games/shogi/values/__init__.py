"""Values of pieces and positions: to the greedy player, and to searches."""
