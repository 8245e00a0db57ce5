"""From a photograph to its cards, and from photographs of a deck to an enrolled deck."""
