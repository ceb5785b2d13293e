"""Scripts of the project: generated pages."""
