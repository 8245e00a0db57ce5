"""Pictures of a match: its race, and its result as an image."""
