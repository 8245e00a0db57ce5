"""The tables of version 0.3.0, the oldest that still opens."""

revision = "0006"
down_revision = None


def upgrade() -> None:
    """Leave it to the next steps, which make all tables of today."""
