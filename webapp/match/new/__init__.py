"""A new match: the start page, the form, known people, the rematch."""
