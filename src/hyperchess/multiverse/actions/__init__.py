"""What is known about an action: its order, what it did, what it captured, what it lacks."""
