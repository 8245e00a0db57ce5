"""The decks that can be asked for: known patterns and families, and decks that users enrolled."""
