"""The cards on the table: the decks a match may be played with, enrolling an own deck, and learning from its piles.

A deck is enrolled from one photograph a suit: while that lasts it is an *enrolment* with its *photographs*, and then an
*enrolled deck*. The pages say "your own deck", which one teaches Settebello.
"""
