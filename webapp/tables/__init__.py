"""Tables of people who play together, without accounts: statistics, the story of a match, its result."""
