"""The bundled collection: games of our own engines in all built-in variants."""
