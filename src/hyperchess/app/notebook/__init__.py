"""Notebooks: the board as a widget, and results as tables."""
