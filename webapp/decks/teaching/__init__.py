"""Enrolling a deck: one photograph for each suit."""
