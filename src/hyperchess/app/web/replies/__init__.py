"""The form of answers, for the published schema."""
