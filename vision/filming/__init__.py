"""From a film to its cards: selects frames, observes cards on them, and tracks each card."""
