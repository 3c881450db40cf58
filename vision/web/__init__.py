"""The pages and the API, for this machine alone unless told otherwise."""
