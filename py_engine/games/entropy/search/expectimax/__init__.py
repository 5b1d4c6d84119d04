"""Expectimax over many boards at once: leaf values of lines, worst cells, best replies, and the deep step."""
