"""Code shared by all rooms, without knowledge of cards: settings, database, languages, forms, errors, static files."""
