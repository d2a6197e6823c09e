"""The sentences of refusals, and the names in them, in German and English.

A reason carries the message id and its values in code words (``castle``, ``red``, ``magic``, numbers); ``sentence``
fills them in.  What a value is called follows from its placeholder: ``KINDS``.
"""

from __future__ import annotations

from companion.games import Json

Words = dict[str, str]

KINDS: Words = {
    "seat": "colours",
    "winner": "colours",
    "wand": "wands",
    "place": "nodes",
    "between": "nodes",
    "node": "nodes",
    "symbol": "symbols",
    "best": "symbols",
    "question": "questions",
    "throw": "throws",
    "distance": "numbers",
    "fields": "lengths",
    "sum": "lengths",
    "double": "lengths",
    "longest": "lengths",
}
"""Placeholder to the list of names; a placeholder that is not here is written as it is."""

SENTENCES: dict[str, Words] = {
    "de": {
        "unreadable": "Damit kann hier niemand etwas anfangen; es gilt die Frage auf dem Bildschirm.",
        "other-seat": "Gefragt ist gerade {seat}: {question}.",
        "over": "Das Spiel ist zu Ende: {winner} hat alle sieben Karten.",
        "no-throw": "Jetzt wird nicht geworfen; {seat} ist gefragt: {question}.",
        "nothing-spoilt": "Wiederholt wird nur ein Wurf, der gerade ansteht; gefragt ist: {question}.",
        "throw-first": "Erst fallen die Stäbe: {seat} macht den {throw}.",
        "not-moving": "Figuren ziehen nur nach einem Augenwurf; jetzt ist gefragt: {question}.",
        "no-duel": "Hier wird gerade kein Kampf der Magier ausgetragen.",
        "duel-later": "Erst ziehen beide Figuren, dann wird gekämpft: {place}.",
        "nothing-offered": "Gerade ist kein Wurf angeboten; gefragt ist: {question}.",
        "no-symbols": "Ein Symbol wählst du nur nach einem Zauberwurf, der mehrere gleich oft zeigt.",
        "no-magic": "Magie wirkt nur nach einem Zauberwurf, in dem sie gilt.",
        "no-taking": "Einem Mitspieler nimmst du nur eine Karte, wenn deine Figuren sich auf leerem Platz treffen.",
        "take-own": "Von dir selbst kannst du keine Karte nehmen: wähle einen Mitspieler.",
        "jump-to-field": "Magier springen nur von Platz zu Platz; {node} gehört zum Weg der Lehrlinge.",
        "magician-done": "Dein Magier hat in diesem Zug schon gehandelt.",
        "wand-zero": "Dein Stab zeigt 0: dein Magier bleibt stehen.",
        "held-magician": "Dein Magier sitzt im Labyrinth: hinaus führt nur {way}.",
        "held-apprentice": "Dein Lehrling sitzt im Labyrinth: hinaus führt nur {way}.",
        "jump-own": "Dort steht dein Magier schon; dein Stab zeigt {steps}.",
        "jump-return": "Ein Sprung über zwei Plätze endet nicht da, wo er begann: {place}.",
        "life-must-leave": "Auf dem Platz des Lebens darf dein Magier nicht bleiben: dein Stab zeigt {steps}.",
        "labyrinth-must-leave": "Im Labyrinth darf dein Magier nicht bleiben: dein Stab zeigt {steps}.",
        "labyrinth-no-target": "Freiwillig springt hier kein Magier ins Labyrinth.",
        "between": "Dein Stab zeigt {steps}, {place} liegt zwei Sprünge weit: dazwischen liegt {between}.",
        "diagonal": "Schräg springt kein Magier: {place} liegt zwei Sprünge weit, dein Stab zeigt {steps}.",
        "labyrinth-side": "Zum Labyrinth führt nur der Platz des Lebens: {place} liegt {distance} Sprünge weit.",
        "too-far": "Dein Stab zeigt {steps}, {place} liegt {distance} Sprünge weit.",
        "too-near": "Dein Stab zeigt {steps}, {place} liegt nur einen Sprung weit.",
        "apprentice-done": "Dein Lehrling hat in diesem Zug schon gehandelt.",
        "no-walk": "Kein Weg ist hier so lang ({sum}): dein Lehrling bleibt stehen.",
        "must-walk": "Mit {pips} Augen muss dein Lehrling gehen; stehen bleiben darf er nicht.",
        "walk-too-far": "{node} liegt {fields} weit, dein Lehrling geht {sum}.",
        "walk-too-far-stone": "{node} liegt {fields} weit, dein Lehrling geht {sum} oder {double}.",
        "walk-too-near": "{node} liegt {fields} weit, dein Lehrling muss genau {sum} gehen.",
        "walk-too-near-stone": "{node} liegt {fields} weit, dein Lehrling geht genau {sum} oder {double}.",
        "walk-reverses": "{node} liegt {fields} weit; um {sum} zu gehen, müsste er unterwegs umkehren.",
        "walk-longest": "Kein Weg ist hier so lang ({sum}): es gilt der längste, {longest}, und der endet dort nicht.",
        "again-none": "Zum Weiterwerfen muss mindestens ein Stab fliegen.",
        "kept-stays": "Einmal liegen gelassen, bleibt er liegen: {wand}.",
        "symbol-rare": "{symbol} ist {count}-mal zu sehen, {best} öfter.",
        "magic-field": "Magie führt nur auf einen der sieben magischen Plätze; {node} ist keiner.",
        "magic-must-go": "Magie muss genutzt werden: dein Lehrling darf hier nicht stehen bleiben.",
        "kept-flew": "Liegen geblieben ist {wand}; es gilt nur, was neu geworfen wurde.",
        "wand-missing": "Es fehlt noch {wand}: er muss mitfliegen.",
        "top-missing": "Für diesen Wurf zählen die Augen: {wand} hat noch keine.",
        "face-missing": "Für einen Zauberwurf zählen die Symbole: was liegt unten? Gefragt ist {wand}.",
        "contradiction": "So kann er nicht liegen: {wand} zeigt nie {top}, wenn die Seite {symbol} unten liegt.",
    },
    "en": {
        "unreadable": "Nobody can make anything of this here; the question on the screen stands.",
        "other-seat": "It is {seat} who is asked now: {question}.",
        "over": "The game is over: {winner} has all seven cards.",
        "no-throw": "No throw is awaited now; {seat} is asked: {question}.",
        "nothing-spoilt": "Only a throw that is awaited can be repeated; the question is: {question}.",
        "throw-first": "The wands fall first: {seat} makes the {throw}.",
        "not-moving": "Figures move only after a pip throw; now the question is: {question}.",
        "no-duel": "No duel is being fought here.",
        "duel-later": "Both figures move first, then the duel is fought: {place}.",
        "nothing-offered": "No throw is offered now; the question is: {question}.",
        "no-symbols": "You pick a symbol only after a spell throw that shows several equally often.",
        "no-magic": "Magic works only after a spell throw in which it rules.",
        "no-taking": "You take a rival's card only when your figures meet on a cleared place.",
        "take-own": "You cannot take a card from yourself: choose a rival.",
        "jump-to-field": "Magicians jump only from place to place; {node} is part of the apprentices' path.",
        "magician-done": "Your magician has acted in this move already.",
        "wand-zero": "Your wand shows 0: your magician stays.",
        "held-magician": "Your magician sits in the labyrinth: the only way out is {way}.",
        "held-apprentice": "Your apprentice sits in the labyrinth: the only way out is {way}.",
        "jump-own": "Your magician stands there already; your wand shows {steps}.",
        "jump-return": "A jump over two places does not end where it began: {place}.",
        "life-must-leave": "Your magician may not stay on the place of life: your wand shows {steps}.",
        "labyrinth-must-leave": "Your magician may not stay in the labyrinth: your wand shows {steps}.",
        "labyrinth-no-target": "No magician jumps into the labyrinth of his own will here.",
        "between": "Your wand shows {steps}, {place} is two jumps away: between them lies {between}.",
        "diagonal": "No magician jumps diagonally: {place} is two jumps away, your wand shows {steps}.",
        "labyrinth-side": "Only the place of life leads to the labyrinth: {place} is {distance} jumps away.",
        "too-far": "Your wand shows {steps}, {place} is {distance} jumps away.",
        "too-near": "Your wand shows {steps}, {place} is only one jump away.",
        "apprentice-done": "Your apprentice has acted in this move already.",
        "no-walk": "No walk from here is so long ({sum}): your apprentice stays.",
        "must-walk": "With {pips} pips your apprentice must walk; he may not stay.",
        "walk-too-far": "{node} is {fields} away, your apprentice walks {sum}.",
        "walk-too-far-stone": "{node} is {fields} away, your apprentice walks {sum} or {double}.",
        "walk-too-near": "{node} is {fields} away, your apprentice must walk exactly {sum}.",
        "walk-too-near-stone": "{node} is {fields} away, your apprentice must walk exactly {sum} or {double}.",
        "walk-reverses": "{node} is {fields} away; to walk {sum} he would have to turn back on the way.",
        "walk-longest": "No walk from here is so long ({sum}): the longest counts, {longest}, and does not end there.",
        "again-none": "At least one wand must fly to throw again.",
        "kept-stays": "Once kept it lies still: {wand}.",
        "symbol-rare": "{symbol} is seen {count} times, {best} more often.",
        "magic-field": "Magic leads only to one of the seven magic places; {node} is none.",
        "magic-must-go": "Magic must be used: your apprentice may not stay here.",
        "kept-flew": "Kept was {wand}; only what was thrown again counts.",
        "wand-missing": "Still missing is {wand}: it must fly too.",
        "top-missing": "Pips count in this throw: {wand} has none yet.",
        "face-missing": "Symbols count in a spell throw: which face lies down? Asked is {wand}.",
        "contradiction": "It cannot lie like this: {wand} never shows {top} when the face {symbol} lies down.",
    },
}

GERMAN_NUMBERS = (
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
)
ENGLISH_NUMBERS = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def _numbered(words: tuple[str, ...], one: str, many: str) -> Words:
    return {str(number): (one if number == 1 else many).format(word) for number, word in enumerate(words)}


NAMES: dict[str, dict[str, Words]] = {
    "de": {
        "colours": {"red": "Rot", "black": "Schwarz", "white": "Weiß"},
        "wands": {"red": "der rote Stab", "black": "der schwarze Stab", "white": "der weiße Stab"},
        "nodes": {
            "forest": "der Wald",
            "house": "das Haus des Magiers",
            "tower": "der Turm",
            "castle": "das Schloss",
            "life": "der Platz des Lebens",
            "labyrinth": "das Labyrinth",
            "sun": "die Sonne",
            "mill": "die Mühle",
            "moon": "der Mond",
            "field": "das Feld {}",
        },
        "symbols": {"power": "Kraft", "magic": "Magie", "fate": "Schicksal"},
        "questions": {
            "throw": "ein Wurf",
            "move": "ein Zug mit den Figuren",
            "take": "von wem die Karte kommt",
            "duel": "weiterwerfen oder aufhören",
            "offer": "ob geworfen wird",
            "symbol": "welches Symbol gilt",
            "magic": "wohin der Lehrling zaubert",
        },
        "throws": {"start": "Wurf um den Anfang", "pip": "Augenwurf", "duel": "Magierwurf", "spell": "Zauberwurf"},
        "numbers": _numbered(GERMAN_NUMBERS, "{}", "{}"),
        "lengths": _numbered(GERMAN_NUMBERS, "{} Feld", "{} Felder"),
    },
    "en": {
        "colours": {"red": "red", "black": "black", "white": "white"},
        "wands": {"red": "the red wand", "black": "the black wand", "white": "the white wand"},
        "nodes": {
            "forest": "the forest",
            "house": "the wizard's house",
            "tower": "the tower",
            "castle": "the castle",
            "life": "the place of life",
            "labyrinth": "the labyrinth",
            "sun": "the sun",
            "mill": "the mill",
            "moon": "the moon",
            "field": "field {}",
        },
        "symbols": {"power": "power", "magic": "magic", "fate": "fate"},
        "questions": {
            "throw": "a throw",
            "move": "a move of the figures",
            "take": "whose card it is to be",
            "duel": "throw again or stop",
            "offer": "whether to throw",
            "symbol": "which symbol rules",
            "magic": "where the apprentice goes by magic",
        },
        "throws": {
            "start": "throw for the start",
            "pip": "pip throw",
            "duel": "duel throw",
            "spell": "spell throw",
        },
        "numbers": _numbered(ENGLISH_NUMBERS, "{}", "{}"),
        "lengths": _numbered(ENGLISH_NUMBERS, "{} field", "{} fields"),
    },
}


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in.  A language without sentences gets the English ones."""
    language = language if language in SENTENCES else "en"
    filled = {key: _name(key, value, language) for key, value in values.items()}
    text = SENTENCES[language][message].format(**filled)
    return text[:1].upper() + text[1:]


def _name(key: str, value: object, language: str) -> str:
    names = NAMES[language].get(KINDS.get(key, ""), {})
    word = str(value)
    if KINDS.get(key) == "nodes" and word not in names:
        return names["field"].format(word)
    return names.get(word, word)
