"""A second, deliberately plain opinion on the rules of Die drei Magier, and the comparison with the engine.

Nothing here is shared with the engine: the board is read again, walks are tried out one by one, and what is still to
do stands in one flat list.  Where both agree on every question of many games, neither has misread the rules alone.
"""
