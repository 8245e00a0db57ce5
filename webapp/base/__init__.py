"""Parts that every room uses and that know no cards: settings, database, languages, forms, errors, static files."""
