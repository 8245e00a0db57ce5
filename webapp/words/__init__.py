"""Texts shared by games: names of cards, the texts a game must define, problems of photographs."""
