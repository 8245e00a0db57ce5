"""Our own decks, drawn by program: `python -m tools.draw_cards` writes `static/cards`, the icons in
`static/base/icons` and `static/<game>/emblem.svg`.

A card is 240 x 400 units, upright, y downwards. Every drawing function returns SVG elements as text, without `id`,
`style`, `text` or external references: a card can be an image or inline in a page.

Modules are named after their drawings. For the Italian suits: `marks` are the four suit signs, `pips` the cards 1 to
10, `figures` the knave, the horse, the queen and the king. For the French suits: `french_marks`, `french_pips`, and
`halves`, the courts that look the same from either end. For both: `glyphs` are the signs of the corner index, `people`
faces and arms, `scenes` and `trump_people`, `trump_things`, `trump_skies` the pictures of the trumps. `italian`,
`french` and `trumps` put cards together, `cards` whole decks; `icons` draws the application's sign, `emblems` has a
module for the emblem of each game. The drawings are ours: their layout follows the Italian tradition, and they copy no
publisher's artwork.
"""
