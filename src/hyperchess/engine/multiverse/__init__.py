"""Parts of the engine that are specific to 5D chess."""
