"""The wording of Tressette: tricks in thirds, accusi, errors, the end of a match, and its house rules."""

from scoring.cardpoints import UNEVEN_TRICKS
from scoring.lines import Line, Reason
from scoring.match import Match
from scoring.race import RaceRuling
from scoring.tressette import (
    ACCUSI_OUT_OF_RANGE,
    ALL_POINTS,
    ALL_THE_POINTS,
    ALL_TRICKS,
    IMPOSSIBLE_ACCUSI,
    NOT_11,
    NOT_AN_ACCUSO,
    SUM_11,
    Accuso,
    Fault,
    Rule,
    thirds,
)
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.words.cards import cards_text, suit_name
from webapp.words.shared import CARD_POINTS_CHECK, NO_WHOLE_TRICKS, miscounted
from webapp.words.wording import OfLine, OfOptions, OfProblem, OptionWords, Rulings, at_target_then, won

GAME = lazy_gettext("Tressette")
AUTHORITIES = {
    "giochistars": "giochistars.it",
    "spazioinwind": "spazioinwind",
    "treccani": "Treccani",
}
RULES = {
    Rule.TRICKS: lazy_gettext("card points"),
    Rule.LAST_TRICK: lazy_gettext("last trick"),
    Rule.NAPOLETANA: lazy_gettext("napoletana"),
    Rule.BUONGIOCO: lazy_gettext("buongioco"),
    Rule.ACCUSI: lazy_gettext("accusi"),
}
WITH = {
    Rule.TRICKS: lazy_gettext("with the card points"),
    Rule.LAST_TRICK: lazy_gettext("with the last trick"),
    Rule.ACCUSI: lazy_gettext("with the accusi"),
}
OPTIONS = {
    "accusi": OptionWords(
        lazy_gettext("Accusi"),
        lazy_gettext(
            "Combinations in the hand bring points. They are declared in the first trick, in some places in the first "
            "three. Three sevens used to count, too (Treccani)."
        ),
    ),
    "target": OptionWords(
        lazy_gettext("Points to win"), lazy_gettext("Usually 31 with accusi and 21 without; some play to 41 or 51.")
    ),
    "players": OptionWords(
        lazy_gettext("Players"),
        lazy_gettext("Four play in two pairs. Two draw from the stock, and may declare accusi again with cards drawn."),
        {4: lazy_gettext("two pairs"), 2: lazy_gettext("two players")},
    ),
    "coda": OptionWords(
        lazy_gettext("Long napoletana"),
        lazy_gettext("King, horse, knave, seven and so on, in turn, bring one point more each (Chitarrella)."),
    ),
    "cappotto": OptionWords(
        lazy_gettext("Cappotto"),
        lazy_gettext("Whether a side that takes everything wins the match at once."),
        {
            "off": lazy_gettext("no"),
            "tricks": lazy_gettext("with all forty cards"),
            "points": lazy_gettext("with all eleven points"),
        },
    ),
    "no_points": OptionWords(
        lazy_gettext("Accusi without card points"),
        lazy_gettext("Whether a side keeps its accusi when its cards bring no point."),
        {"keep": lazy_gettext("they count"), "lose-accusi": lazy_gettext("they are lost")},
    ),
    "end": OptionWords(
        lazy_gettext("Both at the target"),
        lazy_gettext("Count in order: accusi, then card points, then the last trick. Whoever gets there first wins."),
        {"more-points": lazy_gettext("more points win"), "order": lazy_gettext("count in order")},
    ),
}


HEADINGS = {1: lazy_gettext("Aces"), 2: lazy_gettext("Twos"), 3: lazy_gettext("Threes")}


def heading(accuso: Accuso) -> str:
    """The name of a declaration: the napoletana of a suit, or the rank."""
    if accuso.kind is Rule.NAPOLETANA:
        return gettext("Napoletana: %(suit)s", suit=suit_name(accuso.cards[0].suit))
    return str(HEADINGS[accuso.cards[0].rank])


def combination(accuso: Accuso) -> str:
    """The combination of a rank as players say it, by the missing suit."""
    return gettext("without %(suit)s", suit=suit_name(accuso.missing.suit)) if accuso.missing else gettext("all four")


def points_text(points: int) -> str:
    """A number of points."""
    return ngettext("%(num)d point", "%(num)d points", points)


def _declared(line: Line, match: Match) -> str:
    """The combination of a side, or the points entered for several."""
    shown = f": {cards_text(line.cards)}" if line.cards else ""
    points = points_text(line.points)
    return gettext("Declared by %(side)s%(cards)s. That is %(points)s.", side=line.side, cards=shown, points=points)


def _tricks(line: Line, match: Match) -> str:
    """The thirds that a side took, or the points entered; and a cappotto."""
    side, points = str(line.side), points_text(line.points)
    whole = gettext("All forty cards: cappotto.") if line.reason is Reason.ALL else ""
    if side not in line.counts:
        said = gettext(
            "Card points of %(side)s, as the players counted them: %(points)s.", side=side, points=line.points
        )
    else:
        said = ngettext(
            "Cards of %(side)s: %(num)d third, so %(points)s.",
            "Cards of %(side)s: %(num)d thirds, so %(points)s.",
            thirds(line.cards),
            side=side,
            points=points,
        )
    return f"{said} {whole}".strip()


ACCUSI = (Rule.NAPOLETANA, Rule.BUONGIOCO, Rule.ACCUSI)
LINES: dict[object, OfLine] = {
    Rule.TRICKS: _tricks,
    Rule.LAST_TRICK: lazy_gettext("The last trick, for %(side)s: 1 point."),
    Reason.LOST: lazy_gettext("Accusi of %(side)s lost: no card point."),
    **dict.fromkeys(ACCUSI, _declared),
}
HELP: dict[str, OfOptions] = {
    Rule.LAST_TRICK: lazy_gettext(
        "Whoever sits to the right of the dealer leads first, in some places whoever holds the four of coins. "
        "Busso: play your highest. Volo: my last of this suit. Striscio: I have more of it. A hand worth less than "
        "one point may be dealt anew (spazioinwind)."
    ),
    Rule.TRICKS: lazy_gettext(
        "An ace is one point; three, two, king, horse and knave a third each. What is left of a whole point is "
        "dropped. The last trick is one point: eleven in all. (Only tresette.org counts the sevens too: twelve "
        "in all.)"
    ),
    **dict.fromkeys(
        ACCUSI,
        lazy_gettext(
            "Napoletana: ace, two and three of a suit, 3 points. Buongioco: three aces, twos or threes, 3 points; all "
            "four, 4. A card may be in one of each. Say the suit, or which card is missing. A wrong accuso costs the "
            "card points of the round, or what you agreed on: take them off."
        ),
    ),
}


CHECKS = {SUM_11: CARD_POINTS_CHECK}
FIELDS: dict[str, LazyProxy] = {
    "accusi_points": lazy_gettext("Points of accusi"),
    "cappotto": lazy_gettext("Cappotto"),
}


_TWICE = lazy_gettext("Declared twice by %(sides)s: %(cards)s.")
PROBLEMS: dict[str, OfProblem] = {
    NOT_11: miscounted(ALL_POINTS),
    NOT_AN_ACCUSO: lazy_gettext("This is no accuso: %(cards)s."),
    IMPOSSIBLE_ACCUSI: _TWICE,
    Fault.DECLARED_TWICE: _TWICE,
    Fault.BOTH_SIDES: lazy_gettext("Declared by both sides, and that cannot be: %(cards)s."),
    Fault.BOTH_WAYS: lazy_gettext("The accusi are entered as cards and as points: take one of them away."),
    Fault.TOOK_NOTHING: lazy_gettext("The last trick cannot be for %(side)s: no cards and no points."),
    Fault.NOT_ALL: lazy_gettext("Not everything is with %(side)s: no cappotto."),
    UNEVEN_TRICKS: NO_WHOLE_TRICKS,
    ACCUSI_OUT_OF_RANGE: lazy_gettext("Accusi never add up to that: %(sides)s, %(points)s."),
}


_AT_ONCE: Rulings = {
    ALL_TRICKS: won("%(sides)s wins at once, with all forty cards.", "%(sides)s win at once, with all forty cards."),
    ALL_THE_POINTS: won(
        "%(sides)s wins at once, with all eleven points.", "%(sides)s win at once, with all eleven points."
    ),
}
RULINGS: Rulings = {
    **_AT_ONCE,
    (RaceRuling.SILENT, "treccani"): lazy_gettext(
        "Whoever first claims the target wins, if the points are there. Ask who claimed it, and in which trick."
    ),
    (RaceRuling.SILENT, "giochistars"): at_target_then(
        lazy_gettext("The points are counted at the end of the round. Call it a draw, or agree on a further target.")
    ),
    RaceRuling.SILENT: at_target_then(
        lazy_gettext("Accusi count before the cards. Here that does not decide, and the rules say no more.")
    ),
}
HEADLINES: Rulings = {
    **_AT_ONCE,
    (RaceRuling.SILENT, "treccani"): lazy_gettext("Ask: who claimed the target first?"),
}
