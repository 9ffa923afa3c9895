"""Games of networks against themselves, and the positions that a learner takes from them."""
