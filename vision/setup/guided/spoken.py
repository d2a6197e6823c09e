"""What a guided step says, as plain lines for a terminal."""

from __future__ import annotations

from companion.protocol import EyeDo, EyeTask, Said

LINES = {
    "board-flat": "lay the printed sheet flat on the pane, print down",
    "board-tilt": "lift one side of the sheet by a hand's width and hold still",
    "board-other": "now lift the opposite side",
    "board-corner": "tilt the sheet towards a corner of the pane, another one each time",
    "board-kept": "{count} of {of}: good",
    "board-unseen": "the sheet is not wholly in view",
    "board-size": "the picture's size differs from those before; begin anew",
    "board-slant": "the sheet does not lie flat; lay it wholly onto the pane, print down",
    "board-same": "this view is nearly one of those before; hold the sheet otherwise",
    "board-level": "hardly tilted; lift one side by a hand's width",
    "board-done": "the pane is found",
    "teach-empty": "take everything off the pane, then t",
    "teach-bare": "the empty pane is taken",
    "teach-value": "{wand}: lay the wand with {face} down; how many notches has the upper edge?",
    "teach-lay": "{wand}: lay the wand with {face} down, {top} notches up",
    "teach-done": "the wands are known",
    "kept": "taken and checked: {name}",
    "checking": "checking",
    "stuck": "three times were not enough; change what is said above",
    "dark": "too dark: the bright parts reach only {level} of 255",
    "washed": "too bright: {percent} % of the pane are plain white",
    "laid": "the simulated hand counts {top} notches up",
    "line": "{text}",
}
KEYS: dict[str, EyeDo] = {"t": "take", "v": "values", "e": "enough", "m": "more", "o": "over", "q": "stop"}


def spoken(said: Said) -> str:
    """One sentence."""
    return LINES.get(said.code, said.code).format(**said.values)


def lines(task: EyeTask) -> list[str]:
    """What came of the last picture, what is asked now, and the keys that make sense."""
    last = [] if task.last is None else [("ok: " if task.good else "no: ") + spoken(task.last)]
    keys = [f"{key} {do}" for key, do in KEYS.items() if do in task.choices]
    keys += [choice.removeprefix("value:") for choice in task.choices if choice.startswith("value:")]
    told = f" [{', '.join(keys)}]" if keys else ""
    return [*last, f"{task.done} of {task.wanted}: {spoken(task.ask)}{told}", *map(spoken, task.notes)]
