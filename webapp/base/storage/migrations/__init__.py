"""The database migrations (Alembic); `settebello migrate` runs those that are missing."""
