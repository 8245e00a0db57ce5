"""The tables of version 0.3.0, the oldest that still opens. A new database has those of today at once."""

revision = "0006"
down_revision = None
