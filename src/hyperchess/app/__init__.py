"""User interfaces: command line, terminal, server and page."""
