"""Alembic's environment: uses the connection that `Database.upgrade` passes."""

from __future__ import annotations

from alembic import context

from webapp.base.storage import orm

connection = context.config.attributes["connection"]
# SQLite alters a table by copying it ("batch" mode).
context.configure(connection=connection, target_metadata=orm.metadata(), render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
