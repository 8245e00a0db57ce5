"""Language: the message catalogues, and the language of a page."""
