"""Storage: the database, its migrations, backup and restore, and the deletion of old data."""
