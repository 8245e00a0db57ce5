"""Photographs of cards: read, kept with their findings, shown, answered and settled, for piles and questions alike."""
