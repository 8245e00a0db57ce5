"""What the application does, one transaction each. Views call these; nothing else writes to the database."""
