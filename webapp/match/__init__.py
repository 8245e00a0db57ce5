"""A match: the start page, a new match, its board, receipts, rounds and links, and saved house rules."""
