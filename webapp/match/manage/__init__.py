"""A match looked after: names, dealer, links, end, export and import."""
