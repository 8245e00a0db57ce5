"""A new match: the start page, the form, the people, the rematch."""
