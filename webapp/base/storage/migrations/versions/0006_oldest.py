"""The tables of version 0.3.0, the oldest that still opens. A new database has those of today at once."""

from alembic import op

from webapp.base.storage import orm

revision = "0006"
down_revision = None


def upgrade() -> None:
    """Make all tables; fail where another program has one of that name, which the next steps would change."""
    orm.metadata().create_all(op.get_bind(), checkfirst=False)
