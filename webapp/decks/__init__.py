"""The cards on the table: decks a match may be played with, enrolling an own deck, learning from its piles.

A deck is enrolled from one photograph a suit. Until it is finished it is an *enrolment* with its *photographs*, then an
*enrolled deck*. The pages call it "your own deck".
"""
