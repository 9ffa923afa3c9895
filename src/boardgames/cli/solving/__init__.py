"""Commands that find exact answers: the value of every position, the best actions, the shortest mate."""
