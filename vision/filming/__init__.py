"""From a film to its cards: frames that are worth a look, what is seen on them, and tracks of one card."""
