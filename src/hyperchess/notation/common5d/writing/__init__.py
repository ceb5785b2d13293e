"""What writers of 5D notations share: headers, comments and lines, the main line with its losses."""
