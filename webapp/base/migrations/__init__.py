"""The migrations of the database, by Alembic; `python -m webapp.base.migrations` runs those that are missing."""
