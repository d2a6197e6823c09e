"""What templates are read in: the same pages as by Jinja alone, with less asking."""

from __future__ import annotations

from typing import Any

from flask.templating import Environment
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

OWN = frozenset(dir(dict))
"""What every dictionary answers to by itself (``items``): a dot means this, whatever the keys are."""


class Shared(Template):
    """Macros are imported from one module: all templates have the globals of their environment and no others.

    Jinja compares them at every import, which costs more than many a macro.
    """

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class Facts(Environment):
    """Facts are dictionaries: a dot looks for a key first; asking for an attribute and failing costs more."""

    template_class = Shared

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a dot means in a template."""
        if type(obj) is dict and attribute not in OWN:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)
