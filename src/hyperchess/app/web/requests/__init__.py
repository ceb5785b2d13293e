"""Request models, and their conversion to values of `studies`."""
