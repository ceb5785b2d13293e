"""The parts of the engine that are specific to infinite chess."""
