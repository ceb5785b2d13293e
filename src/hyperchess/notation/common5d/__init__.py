"""What all notations of 5D chess share."""
