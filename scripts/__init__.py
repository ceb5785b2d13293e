"""Scripts of the project: generated pages, and checks that no other tool makes."""
