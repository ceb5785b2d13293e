"""Shared by the server and the board in a browser: studies by id, and errors as data."""
