"""Writing shared by the 5D notations: headers, comments and lines, the main line with its losses."""
