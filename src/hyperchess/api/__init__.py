"""The API of the analysis board: operations on studies, as the server and the board in a browser offer them.

    operation   an operation: name, method, path, role, cost, and how a request becomes a response
    operations  the operations, by subject
    requests    the bodies of requests
    decoding    typed values from JSON, with messages that name the field
    schema      JSON schemas of types; openapi: the OpenAPI document
    context     what operations need from the program that runs them
    library     studies by id; stored, documents: their stored form
    errors      errors as data

An operation is a function of a context and a typed request. No module imports a web framework or a storage
engine.
"""
