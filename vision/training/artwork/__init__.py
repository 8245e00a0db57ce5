"""Artwork for training: decks that were never printed, and other printings of known ones."""
