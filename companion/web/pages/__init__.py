"""The shell: the pages that every game has (join, play, watch, after, set-up), and the parts of them that change.

A game brings what is its own as a ``Face`` (``companion.web.games``); nothing here names one.
"""
