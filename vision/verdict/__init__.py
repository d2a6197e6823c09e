"""What may be said of it: which value, how surely, and what is wrong with the throw."""
