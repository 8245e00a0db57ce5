"""The decks that can be asked for: known patterns, families, and decks that users enrolled."""
