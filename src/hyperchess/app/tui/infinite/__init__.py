"""Infinite chess in the terminal previewer."""
