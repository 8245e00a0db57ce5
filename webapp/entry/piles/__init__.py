"""The page of one pile: its photographs, the deck on the table, cards moved to the other side."""
