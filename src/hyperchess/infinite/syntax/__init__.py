"""Positions and moves of infinite chess as text, as its specification defines them."""
