"""The command `settebello`: a thin skin over what the library and the application do."""
