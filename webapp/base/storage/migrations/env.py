"""Alembic's environment: uses the connection that `Database.upgrade` passes."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
