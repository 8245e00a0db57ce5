"""Words that the games share: names of cards, what a game has to say, what is wrong with a photograph."""
