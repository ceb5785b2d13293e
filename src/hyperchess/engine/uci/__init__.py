"""5DUCI, the protocol between engines of 5D chess and user interfaces: both sides of it."""
