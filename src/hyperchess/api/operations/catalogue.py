"""Catalogue: notations, variants, examples, and the art of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess import __version__
from hyperchess.api.context import Context, Limits
from hyperchess.api.operation import Table
from hyperchess.multiverse.defaults import default_rules
from hyperchess.studies import catalogue
from hyperchess.studies.catalogue import Art, ExampleView, NotationView, VariantView
from hyperchess.studies.data import optional
from hyperchess.studies.fields import Field

__all__ = ["TABLE"]

TABLE = Table("catalogue")

_API_VERSION = 1


@dataclass(frozen=True, slots=True)
class About:
    """Information about this program; only a server has limits."""

    name: str
    version: str
    rules: str
    api: int
    site: Annotated[str, Field("Address of a public board, for links; empty if none is set.")]
    limits: Limits | None = optional()


@TABLE.get("/about")
def about(context: Context) -> About:
    """Return information about this program and its limits."""
    rules = default_rules().name
    return About("hyperchess", __version__, rules, _API_VERSION, context.site, context.limits)


@TABLE.get("/notations")
def list_notations(context: Context) -> list[NotationView]:
    """List the notations, with the options of their writers."""
    return catalogue.list_notations()


@TABLE.get("/variants", constant=True)
def list_variants(context: Context) -> list[VariantView]:
    """List the named starting positions of both games."""
    return catalogue.list_variants()


@TABLE.get("/examples", constant=True)
def list_examples(context: Context) -> list[ExampleView]:
    """List the bundled games."""
    return catalogue.list_examples()


@TABLE.get("/art", constant=True)
def read_art(context: Context) -> Art:
    """Return the drawings of the pieces and the colours of the themes."""
    return catalogue.piece_art()
