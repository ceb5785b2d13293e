"""The files that the command line, the viewer and the server read and write."""
