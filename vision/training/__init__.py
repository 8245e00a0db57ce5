"""Trains the networks: synthetic photographs from scans of decks, training, export. Never imported at run time."""
