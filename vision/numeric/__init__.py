"""Numbers alone: medians, robust fits, colours and masks, without pane, wand or picture file."""
