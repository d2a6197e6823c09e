"""Set the eye up: the pane from a printed board or its corners, the wands from their pictures."""
