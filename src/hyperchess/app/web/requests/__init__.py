"""The form of requests, and their translation into what `studies` takes."""
