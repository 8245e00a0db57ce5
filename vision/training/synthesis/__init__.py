"""Synthetic photographs: scans of decks laid on tables, lit and photographed."""
