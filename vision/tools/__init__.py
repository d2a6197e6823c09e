"""Beside the reading: explain it, score it, make a strange picture safe."""
