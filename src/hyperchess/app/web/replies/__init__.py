"""Response models for the published schema."""
