"""Pictures of a match: the race, and the result as an image."""
