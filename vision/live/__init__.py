"""The running eye: the program, its child that looks, and when a throw is over."""
