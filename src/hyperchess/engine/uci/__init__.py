"""5DUCI, the protocol between engines of 5D chess and user interfaces: client and server."""
