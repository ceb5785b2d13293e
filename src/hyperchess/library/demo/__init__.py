"""The collection to start with: games of our own engines in all built-in variants, in the package."""
