"""Templates are read without their indentation: it is there for people who read the file, no page needs it."""

from __future__ import annotations

import re

from jinja2.ext import Extension

INDENT = re.compile(r"(%})?\n[ \t\n]+")


class Unindented(Extension):
    """Takes blanks at the start of lines, and empty lines, out of a template's source, once, when it is loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source without them; what a template is given is left alone.

        After a block a blank stays: the line's end is trimmed there, and an attribute may follow.
        """
        return INDENT.sub(lambda found: "%}\n " if found[1] else "\n", source)
