"""Management of a match: names, dealer, links, end, export and import."""
