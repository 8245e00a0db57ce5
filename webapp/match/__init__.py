"""A match: the start page, a new match, its board, receipts, rounds and links, and house rules kept under a name."""
