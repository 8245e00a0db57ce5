"""Pure rules of the games: cards in, points and reasons out. Imports nothing but the standard library."""
