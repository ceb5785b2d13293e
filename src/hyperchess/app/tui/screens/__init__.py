"""The screens of the previewer: the game, and what opens above it."""
