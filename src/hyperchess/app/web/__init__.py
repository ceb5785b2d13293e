"""The analysis board: a local server with a documented JSON API, and the page that it serves."""
