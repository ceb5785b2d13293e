"""The rules of both games for other programs, line by line over text streams."""
