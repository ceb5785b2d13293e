"""Protection of the server: limits on requests, and checks of their senders."""
