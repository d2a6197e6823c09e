"""What was taught: the wands, as data."""
