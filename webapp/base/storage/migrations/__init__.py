"""The migrations of the database, by Alembic; `settebello migrate` runs those that are missing."""
