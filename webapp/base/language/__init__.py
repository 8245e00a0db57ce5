"""Language: the catalogues of sentences, and the language of a page."""
