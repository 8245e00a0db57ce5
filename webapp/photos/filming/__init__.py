"""Films: contact sheets, and piles filmed live."""
