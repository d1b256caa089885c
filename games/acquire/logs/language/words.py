"""The words that begin lines, by language, and all words by their folded spellings; those of clauses are in `clause_words`.

The tables have the shape that is told there. Within a table a word has one meaning in all languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.acquire.logs.language.clause_words import CLAUSES, INSIDE
from games.acquire.logs.language.spelling import spellings

#: Words that begin a line: what a turn's number may follow, the special lines, and the header's keys.
_LINES: Final = {
    "English": """
        turn       turn, move
        start      start, starting tiles, start tiles, starting tile
        hand       hand, hand of
        final      final, final cash, final score, final scores, final result, final results, final money, result, results
        final      final standings, final total, final totals, end result, total, totals, scores, standings
        edition    edition
        players    players, player
        chains     chains, labels
    """,
    "German": """
        turn       zug
        start      startsteine, startstein
        final      endstand, ergebnis, endergebnis, gesamt, summe
        edition    ausgabe
        players    spieler
        chains     ketten
    """,
    "French": """
        turn       tour, coup
        start      départ, tuiles de départ
        hand       main
        final      résultat, résultat final, score final, résultats, totaux
        edition    édition
        players    joueurs
        chains     chaînes
    """,
    "Spanish": """
        turn       turno
        start      inicio, fichas iniciales
        hand       mano
        final      resultado, resultado final, resultados, totales
        edition    edición
        players    jugadores
        chains     cadenas
    """,
    "Dutch": """
        turn       beurt, zet
        start      begin, startstenen
        final      eindstand, eind, uitslag, totaal
        edition    editie
        players    spelers
        chains     ketens
    """,
    "Polish": """
        turn       tura, ruch
        start      początek
        hand       ręka
        final      wynik, wyniki, razem
        edition    edycja
        players    gracze
        chains     sieci
    """,
    "Italian": """
        turn       turno, mossa
        start      inizio, tessere iniziali
        hand       mano
        final      risultato, punteggio finale
        edition    edizione
        players    giocatori
        chains     catene
    """,
    "Czech": """
        turn       tah
        start      začátek, počáteční kameny
        hand       ruka
        final      výsledek, výsledky
        edition    vydání
        players    hráči
        chains     řetězce
    """,
}


#: Words that head a column: the number of a turn, its player, its tile, and whatever happened.
_COLUMNS: Final = {
    "English": """
        number     #, no, number, n, turn, round, move, nr
        who        player, who, name
        tile       tile, placed, tile placed
        event      event, what, merger, happened, note, notes, remarks, formed / merged
        found      founded, founds, formed, new chain, opens, starts
        buy        bought, buys, purchase, purchases, shares bought, bought shares, stock, shares
        cash       cash, money, balance, cash left, cash after
        amount     amount, price, unit price, unit_price, cost, spent, income, cash in, received
    """,
    "German": """
        number     nr, zug, runde
        who        spieler, spielerin, name
        tile       plättchen, stein, feld, kachel
        event      ereignis, bemerkung, was
        found      gründung, gegründet, neu
        buy        gekauft, kauf, käufe
        cash       kontostand, geld, bargeld, kasse
    """,
    "French": """
        number     tour, no, numéro
        who        joueur, joueuse, qui
        tile       tuile, case
        event      événement, remarque
        found      fondé, fondation, crée
        buy        achat, achats
        cash       argent, caisse, solde
    """,
    "Spanish": """
        number     turno, ronda
        who        jugador, jugadora, quién
        tile       ficha, casilla
        event      evento, qué pasa
        found      funda, nueva
        buy        compra, compras
        cash       dinero, saldo
    """,
    "Dutch": """
        number     beurt, ronde
        who        speler, wie
        tile       steen, tegel
        event      gebeurtenis
        found      gesticht, nieuw
        buy        gekocht, koop
        cash       geld, kas
    """,
    "Polish": """
        number     tura, runda
        who        gracz, kto
        tile       płytka, kafelek
        event      co się stało, zdarzenie
        buy        kupno, zakup
        cash       gotówka, gotówka po ruchu
    """,
    "Italian": """
        number     turno, giro
        who        giocatore, chi
        tile       tessera, casella
        event      evento
        buy        acquisti, acquisto
        cash       soldi, contanti
    """,
    "Czech": """
        number     tah, kolo
        who        hráč, kdo
        tile       kámen, dílek
        event      událost
        buy        nákup
        cash       peníze, hotovost
    """,
}


def rows(table: str) -> list[tuple[str, str]]:
    """Return each word of one language's table with its meaning."""
    parted = [line.split(maxsplit=1) for line in table.strip().splitlines()]
    return [(word.strip(), meaning) for meaning, words in parted for word in words.split(",")]


def _folded(tables: Mapping[str, str]) -> Mapping[str, str]:
    """Return the meaning of each word of all languages, by its folded spellings."""
    pairs = [pair for table in tables.values() for pair in rows(table)]
    return MappingProxyType({spelling: meaning for word, meaning in pairs for spelling in spellings(word)})


#: Keys of the header that are only stored, and all keys that are read anywhere in a log.
_KEPT: Final = ("event", "round", "table", "date", "scribe", "source", "venue")
HEADER_KEYS: Final = ("edition", "players", "chains", "position", *_KEPT)

LANGUAGES: Final = tuple(CLAUSES)
CLAUSE_WORDS: Final = _folded(CLAUSES)
INSIDE_WORDS: Final = _folded(INSIDE)
LINE_WORDS: Final = MappingProxyType({**dict(zip(_KEPT, _KEPT, strict=True)), **_folded(_LINES)})
#: The words that head columns, in small letters.
COLUMN_WORDS: Final = MappingProxyType(
    {word.casefold(): meaning for table in _COLUMNS.values() for word, meaning in rows(table)}
)
#: The English words that begin a clause.
ENGLISH: Final = frozenset(word for word, _ in rows(CLAUSES["English"]))
#: The tables as written above, for listing them.
TABLES: Final = (CLAUSES, INSIDE, _LINES)
