"""Places: the pane in millimetres and pixels, grids of it, poses on it, straightened patches of it."""
