"""One live game: a single writer, its journal, the seats, the referee, the lamps.

Facts are kept, positions are derived: the journal holds entries with sequence numbers, ``course`` folds them.
The table knows a game by ``companion.games.Game`` alone.
"""
