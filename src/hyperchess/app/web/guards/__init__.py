"""What protects the server: limits on requests, and who may send them."""
