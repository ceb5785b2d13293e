"""Screens of the previewer: the game, and the dialogs above it."""
