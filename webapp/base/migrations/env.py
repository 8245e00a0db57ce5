"""How Alembic reaches the database: through the connection that `webapp.base.db.Database.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from webapp.base.models import Base

connection = context.config.attributes["connection"]
# SQLite changes a table by copying it: "batch" mode.
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
