"""Widgets of the previewer's screen, one per file."""
