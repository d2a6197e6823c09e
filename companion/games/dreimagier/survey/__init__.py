"""The survey of one's own board: taps on a picture of it become a board file.

``draft`` folds the taps, ``stretches`` cuts the path where it forks, ``findings`` says what cannot be right yet, and
``writer`` makes the board file; what is missing in a draft is filled in by a guess that says so.
"""
