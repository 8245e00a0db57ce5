"""Films: their contact sheets, and piles that are filmed live."""
