"""The words of clauses by language: the one place to add a word or a language.

Each table has a row for every meaning: the word of the notation (or a name in small letters for what the notation has
no word for), then the words read as it, parted by commas; a phrase may have up to three words. Capitals and accents do
not count: ``Gründet``, ``grundet`` and ``gruendet`` are one word. Within a table a word has one meaning in all languages.
"""

from __future__ import annotations

from typing import Final

#: Words that begin a clause, or a part of a disposal: by language and meaning.
CLAUSES: Final = {
    "English": """
        play       play, plays, played, place, places, placed, put, puts, lay, lays, laid, tile
        found      founds, founded, founding, create, creates, created, form, forms, formed, establish, establishes
        survivor   survives, survived, survive, surviving, survivors
        order      ordered
        bonus      bonuses, bonus for, bonus to
        gets       gets, get, got, receives, receive, received, collects, collected
        dispose    disposes, disposed, disposal, disposes of, dispose of, disposed of
        sell       sells, sold, selling
        trade      trades, traded, trading, exchange, exchanges, exchanged
        hold       holds, held, holding, keep, keeps, kept, keeping
        buy        buys, bought, buying, purchase, purchases, purchased
        draw       draws, drew, drawn, drawing
        pass       passes, passed, passing
        skip       skip, skips, skipped
        show       shows, showed, shown
        return     returns, returned
        clock      clocks, presses clock, clock pressed
        timeout    time out, timed out, out of time, times out
        takeback   take back, takes back, took back, taken back
        redraw     redraws, redrew, redrawn
        cash       money, counts, has
        end        ends, ended, ending, finish, finishes, finished, game over, ends game, ends the game, end of game, declares end
        card       cards, plays card
        swap       swaps, swapped
        pause      pauses, paused, stop clocks, clocks stopped, game stopped
        resume     resumes, resumed, goes on, go on, continues, continued
        time       give time, gives time, time given
        peek       peeks, peeked, looks at
        rewind     rewinds, rewound, back to, goes back to
    """,
    "German": """
        play       spielt, spiele, spielen, gespielt, legt, lege, legen, gelegt, setzt, setze, stein
        found      gründet, gründe, gründen, gegründet, gründung
        survivor   überlebt, überlebender, überlebende
        order      reihenfolge
        bonus      prämie, prämien, boni
        gets       bekommt, bekam, erhält, erhielt, kassiert, kriegt
        sell       verkauft, verkaufe, verkaufen, verkauf
        trade      tauscht, tausche, tauschen, getauscht, tausch
        hold       hält, halte, halten, gehalten, behält, behalte, behalten
        buy        kauft, kaufe, kaufen, gekauft, kauf
        draw       zieht, ziehe, ziehen, zog, gezogen
        pass       passt, passe, passen, gepasst
        show       zeigt, zeige, zeigen
        cash       bargeld, geld, kasse
        end        ende, beendet, beende, beenden, schluss, spielende
        pause      pausiert, unterbrochen, unterbrechung
        resume     weiter, geht weiter
        rewind     zurück zu, zurückgespult
    """,
    "French": """
        play       joue, joué, jouer, pose, posé, poser
        found      fonde, fondé, fonder, crée, créé, créer, fondation
        survivor   survivante, survivant, survit
        order      ordre
        bonus      prime, primes
        gets       reçoit, reçu, touche, touché, encaisse
        sell       vend, vendu, vendre, vente
        trade      échange, échangé, échanger
        hold       garde, gardé, garder, conserve, conservé
        buy        achète, acheté, acheter, achat
        draw       pioche, pioché, piocher, tire, tiré, tirer
        pass       passer
        show       montre, montré
        cash       argent, liquide
        end        fin, termine, terminé, terminer
        resume     reprend, reprise
        rewind     retour à
    """,
    "Spanish": """
        play       juega, jugado, jugar, coloca, colocado, colocar, pone
        found      funda, fundado, fundar, crea, creado, crear
        survivor   sobrevive, superviviente
        order      orden
        bonus      bono, bonos, prima, bonificación
        gets       recibe, recibió, cobra, obtiene
        sell       vende, vendido, vender
        trade      cambia, cambiado, cambiar, canjea, canjeado
        hold       guarda, guardado, guardar, mantiene, mantener, conservar
        buy        compra, comprado, comprar
        draw       roba, robado, robar, saca, sacar
        pass       pasa, paso, pasar
        show       muestra, enseña
        cash       dinero, efectivo
        end        acaba, terminar, terminado
        pause      pausa
        resume     sigue, continúa
        rewind     vuelve a
    """,
    "Dutch": """
        play       speelt, spelen, gespeeld, plaatst, plaatsen, geplaatst
        found      sticht, stichten, gesticht, richt op
        survivor   overleeft, overlevende
        order      volgorde
        bonus      premie, premies
        gets       krijgt, kreeg, ontvangt, ontving
        sell       verkoopt, verkopen, verkocht
        trade      ruilt, ruil, ruilen, geruild
        hold       houdt, houden, behoudt, gehouden
        buy        koopt, koop, kopen, kocht, gekocht
        draw       trekt, trekken, getrokken, pakt, pakken
        pass       past, pas, gepast
        show       toont, tonen
        cash       kas
        end        einde, eindigt, beëindigt, stopt
        pause      pauze
        resume     verder, gaat verder
        rewind     terug naar
    """,
    "Polish": """
        play       gra, zagrywa, zagrał, kładzie, stawia, położył
        found      zakłada, założył, założyła, załóż
        survivor   przetrwa, przetrwał
        order      kolejność
        bonus      premia, premie
        gets       dostaje, dostał, dostała, otrzymuje, otrzymał, otrzymała
        sell       sprzedaje, sprzedał, sprzedała, sprzedaj
        trade      wymienia, wymienił, wymieniła, zamienia, zamienił
        hold       zatrzymuje, zatrzymał, zatrzymała, trzyma, zachowuje
        buy        kupuje, kupił, kupiła, kup, kupno
        draw       dobiera, dobrał, dobrała, ciągnie, losuje
        pass       pasuje, spasował, spasowała
        show       pokazuje, pokazał
        cash       gotówka
        end        koniec, kończy, zakończył
        pause      przerwa
        resume     wznowienie, wznawia
        rewind     powrót do
    """,
}

#: Words inside a clause.
INSIDE: Final = {
    "English": """
        none       none, nothing, nil, no, zero
        and        and, then
        rest       rest, remaining, remainder
        noise      the, of, for, share, shares, stock, stocks, in, with, chain, hotel, hotels, at, on
        1          one
        2          two
        3          three
    """,
    "German": """
        none       nichts, kein, keine, keinen, nix
        and        und, dann
        noise      aktie, aktien, anteil, anteile, von, die, der, den, dem, für
        1          ein, eine, eins
        2          zwei
        3          drei
    """,
    "French": """
        none       rien, aucun, aucune
        and        et, puis
        rest       reste
        noise      action, actions, de, des, du, pour, part, parts
        1          un, une
        2          deux
        3          trois
    """,
    "Spanish": """
        none       nada, ninguno, ninguna
        and        y, luego
        rest       resto
        noise      acción, acciones, para, por
        1          uno, una
        2          dos
        3          tres
    """,
    "Dutch": """
        none       niets, geen
        and        en, dan
        noise      aandeel, aandelen, van, het, voor
        1          een
        2          twee
        3          drie
    """,
    "Polish": """
        none       nic, brak, żadnej, żadnych
        and        i, oraz, potem
        rest       reszta, resztę
        noise      akcja, akcje, akcji, dla, za
        1          jeden, jedna, jedną
        2          dwa, dwie
        3          trzy
    """,
}
