"""A memory without accounts: tables of people who play together, statistics, the story of a match, its result."""
