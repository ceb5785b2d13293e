"""The board as a folder of static files: Python and the kernel in the browser, no server."""
