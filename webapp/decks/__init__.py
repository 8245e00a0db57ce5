"""The decks on the table: the menu to choose from, teaching an own deck, and learning from confirmed piles."""
