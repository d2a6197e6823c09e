"""The table's own sentences for players (not those of a game), in every language; German is the original."""

from __future__ import annotations

from typing import Any

from companion.games import Game, Reason
from companion.protocol import Refusal

LANGUAGES = ("de", "en", "nl", "fr", "it")

SENTENCES: dict[str, dict[str, str]] = {
    "table.undo-nothing": {
        "de": "Hier gibt es keine Entscheidung zurückzunehmen; ein gesehener Wurf bleibt liegen.",
        "en": "There is no decision to take back here; a throw that was seen stays.",
        "nl": "Er is hier geen beslissing om terug te nemen; een geziene worp blijft liggen.",
        "fr": "Il n'y a ici aucune décision à reprendre ; un lancer qui a été vu reste.",
        "it": "Qui non c'è nessuna decisione da ritirare; un lancio già visto resta.",
    },
    "table.busy": {
        "de": "Erst muss die offene Frage an den Tisch beantwortet werden.",
        "en": "First the open question to the table must be answered.",
        "nl": "Eerst moet de open vraag aan de tafel worden beantwoord.",
        "fr": "Il faut d'abord répondre à la question posée à la table.",
        "it": "Prima bisogna rispondere alla domanda aperta al tavolo.",
    },
    "table.no-throw": {
        "de": "Es liegt kein Wurf, über den man streiten könnte.",
        "en": "There is no throw to argue about.",
        "nl": "Er ligt geen worp om over te twisten.",
        "fr": "Il n'y a aucun lancer à contester.",
        "it": "Non c'è nessun lancio da contestare.",
    },
    "table.not-a-throw": {
        "de": "Nur ein Wurf kann berichtigt werden.",
        "en": "Only a throw can be corrected.",
        "nl": "Alleen een worp kan worden verbeterd.",
        "fr": "Seul un lancer peut être corrigé.",
        "it": "Solo un lancio può essere corretto.",
    },
    "table.no-camera": {
        "de": "Die Kamera antwortet nicht; gebt den Wurf von Hand ein.",
        "en": "The camera does not answer; type the throw by hand.",
        "nl": "De camera antwoordt niet; voer de worp met de hand in.",
        "fr": "La caméra ne répond pas ; saisissez le lancer à la main.",
        "it": "La telecamera non risponde; inserite il lancio a mano.",
    },
    "table.safe": {
        "de": "Der Tisch läuft im Notbetrieb; gebt den Wurf von Hand ein.",
        "en": "The table runs in safe mode; type the throw by hand.",
        "nl": "De tafel draait in veilige modus; voer de worp met de hand in.",
        "fr": "La table fonctionne en mode de secours ; saisissez le lancer à la main.",
        "it": "Il tavolo è in modalità di emergenza; inserite il lancio a mano.",
    },
    "table.camera-opens": {
        "de": "Die Kamera macht sich noch bereit; versuch es gleich noch einmal.",
        "en": "The camera is still getting ready; try again in a moment.",
        "nl": "De camera maakt zich nog klaar; probeer het zo meteen opnieuw.",
        "fr": "La caméra se prépare encore ; réessaie dans un instant.",
        "it": "La telecamera si sta ancora preparando; riprova tra un momento.",
    },
    "table.real-camera": {
        "de": "Hier liegen echte Stäbe: werft sie von Hand.",
        "en": "There are real wands here: throw them by hand.",
        "nl": "Hier liggen echte staven: gooi ze met de hand.",
        "fr": "Ici, les baguettes sont réelles : lancez-les à la main.",
        "it": "Qui ci sono bacchette vere: lanciatele a mano.",
    },
    "table.not-asked": {
        "de": "Du bist gerade nicht mit Werfen an der Reihe.",
        "en": "It is not your turn to throw.",
        "nl": "Jij bent nu niet aan de beurt om te gooien.",
        "fr": "Ce n'est pas à toi de lancer.",
        "it": "Non tocca a te lanciare.",
    },
    "table.no-choice": {
        "de": "Diese Antwort steht nicht zur Wahl.",
        "en": "This answer is not one of the choices.",
        "nl": "Dit antwoord is geen van de keuzes.",
        "fr": "Cette réponse ne fait pas partie des choix.",
        "it": "Questa risposta non è tra le scelte.",
    },
    "table.voted": {
        "de": "Du hast schon abgestimmt.",
        "en": "You have already voted.",
        "nl": "Je hebt al gestemd.",
        "fr": "Tu as déjà voté.",
        "it": "Hai già votato.",
    },
    "table.taken": {
        "de": "Dieser Platz ist schon besetzt.",
        "en": "This seat is already taken.",
        "nl": "Deze plaats is al bezet.",
        "fr": "Cette place est déjà prise.",
        "it": "Questo posto è già occupato.",
    },
    "table.has-picture": {
        "de": "Das Bild der Kamera entscheidet; ein Foto braucht es nicht.",
        "en": "The camera's picture decides; no photo is needed.",
        "nl": "Het beeld van de camera beslist; een foto is niet nodig.",
        "fr": "L'image de la caméra décide ; il ne faut pas de photo.",
        "it": "Decide l'immagine della telecamera; non serve una foto.",
    },
    "table.not-now": {
        "de": "Das geht hier nicht.",
        "en": "That is not possible here.",
        "nl": "Dat kan hier niet.",
        "fr": "Ce n'est pas possible ici.",
        "it": "Qui non è possibile.",
    },
    "table.contradiction": {
        "de": "So können die Stäbe nicht liegen.",
        "en": "The wands cannot lie like this.",
        "nl": "Zo kunnen de staven niet liggen.",
        "fr": "Les baguettes ne peuvent pas être posées ainsi.",
        "it": "Le bacchette non possono stare così.",
    },
}


def reason(message: str, rule: str = "", **values: Any) -> Reason:
    """One of the table's own reasons; its rule is the game's affair (``Game.rule_of``)."""
    return Reason(rule, message, values, SENTENCES[message]["de"].format(**values))


def sentence(game: Game[Any], why: Reason, language: str) -> str:
    """A reason in a language: the table's own sentences from here, a game's by its ``sentence``."""
    if why.message in SENTENCES:
        own = SENTENCES[why.message]
        return own.get(language, own["de"]).format(**why.values)
    return game.sentence(why, language)


def refusal(game: Game[Any], why: Reason, language: str) -> Refusal:
    """A reason as it is sent: rule id and one sentence."""
    return Refusal(why.rule or game.rule_of(why.message), sentence(game, why, language))
