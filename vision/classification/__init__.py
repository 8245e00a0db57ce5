"""Names outlines: prototypes and readers, one assignment of cards to outlines, and the confidence in each name."""
