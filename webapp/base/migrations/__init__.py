"""Alembic's migrations. `python -m webapp.base.migrations` brings the database of `DATABASE_URL` to the newest one."""
