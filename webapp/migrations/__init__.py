"""Alembic's migrations. `python -m webapp.migrations` brings the database of `DATABASE_URL` to the newest one."""
