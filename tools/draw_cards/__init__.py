"""Our own decks, drawn by program: `python -m tools.draw_cards` writes `static/cards` and `static/icons`.

A card is 240 x 400 units, upright, y downwards. Every drawing function returns SVG elements as text, without `id`,
`style`, `text` or anything outside the file, so that a card can be shown as an image or put into a page as it is.

The names say what is drawn: `marks` are the four suit signs, `glyphs` the signs of the corner index, `pips` the cards
1 to 7, `figures` the knave, the horse and the king, `cards` puts them together, `icons` draws the application's sign.
The French suits have their own `french_marks`, `french_pips` and courts (`halves`); `french` puts them together.
The drawings are ours: they follow the Italian tradition in what lies where, and copy no publisher's artwork.
"""
