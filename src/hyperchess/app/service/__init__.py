"""What the server and the board in a browser share: studies by their ids, and refusals as data."""
