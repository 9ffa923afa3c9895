"""What pieces and positions are worth: to the greedy player, and to searches."""
