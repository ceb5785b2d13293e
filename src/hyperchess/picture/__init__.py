"""Pictures of positions. A picture looks at positions, never at notation."""
