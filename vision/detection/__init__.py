"""Finds cards in a picture: their outlines, crops, and size."""
