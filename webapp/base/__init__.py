"""What every room stands on, and what knows no card: settings, database, languages, forms, errors, assets."""
