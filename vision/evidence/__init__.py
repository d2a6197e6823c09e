"""What each wand shows: its mark, its notches, what covers it, whether it lies flat."""
