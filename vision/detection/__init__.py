"""Finds cards in a picture: outlines, their crops, and how large a card looks."""
