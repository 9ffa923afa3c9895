"""Values of pieces and positions, for searches and for the greedy player."""
