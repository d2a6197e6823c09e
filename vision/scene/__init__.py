"""The pane and the room: light, what is new on the empty pane, mirror images and glare."""
