"""What every room uses and what knows no card: settings, database, languages, forms, errors, static files."""
