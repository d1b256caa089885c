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
        play       play, plays, played, place, places, placed, put, puts, lay, lays, laid, tile, has been placed, was placed, placing
        play       laying
        found      founds, founded, founding, create, creates, created, form, forms, formed, establish, establishes, was founded, creating
        found      forming, establishing, opening, starting, starts
        found      new chain, new hotel, opens, opened
        found      has been founded
        survivor   survives, survived, survive, surviving, survivors, is the survivor, is survivor
        order      ordered, dispose of next
        bonus      bonuses, bonus for, bonus to
        gets       gets, get, got, receives, receive, received, collects, collected
        dispose    disposes, disposed, disposal, disposes of, dispose of, disposed of
        sell       sells, sold, selling, dumps, dumped
        trade      trades, traded, trading, exchange, exchanges, exchanged
        hold       holds, held, holding, keep, keeps, kept, keeping
        buy        buys, bought, buying, purchase, purchases, purchased
        draw       draws, drew, drawn, drawing
        pass       passes, passed, passing, no playable, has no playable, cannot play, could not play
        skip       skip, skips, skipped
        show       shows, showed, shown
        return     returns, returned
        clock      clocks, presses clock, clock pressed
        timeout    time out, timed out, out of time, times out
        takeback   take back, takes back, took back, taken back
        redraw     redraws, redrew, redrawn
        cash       money, counts, has
        end        ends, ended, ending, finish, finishes, finished, game over, ends game, ends the game, end of game, declares end
        end        declares the end, declared end, calls the end, calls end, announces the end
        end        ended game, ended the game
        pause      pauses, paused, stop clocks, clocks stopped, game stopped
        resume     resumes, resumed, goes on, go on, continues, continued, play goes on, game goes on
        majority   majority, majority bonus, majority holder, majority shareholder, primary, primary bonus, first bonus, maj, 1 st
        minority   minority, minority bonus, minority holder, minority shareholder, secondary, secondary bonus, second bonus, min, 2 nd
        absorbs    takes over, took over, absorbs, absorbed, acquires, acquired, buys out, bought out, is buying out, eats, ate
        absorbs    swallows, swallowed
        joins      merges into, merged into, merge into, goes into, went into, is taken over, was taken over, taken over by, is absorbed
        joins      dies, died
        joins      is gone, defunct, is defunct, dissolved, is dissolved, disappears, folds into, is eaten, eaten by, acquired by
        joins      bought by, swallowed by
        joins      was absorbed, absorbed by, is removed, was removed, has been removed
        merges     merge, merges, merged, merging, merger, merger of, merges with, merged with, joining, connects, connecting
        dead       dead tile, dead tiles, replaces dead, replaced dead
        nothing    could not afford, cannot afford, declines to buy, declined to buy, declines, n / a
        spends     spends, spent, pays, paid
        not        not, does not, did not, doesn't, didn't, don't
    """,
    "German": """
        play       spielt, spiele, spielen, gespielt, legt, lege, legen, gelegt, setzt, setze, stein, legte, setzte, spielte, hat gelegt
        found      gründet, gründe, gründen, gegründet, gründung, neue kette, eröffnet, gründete, hat gegründet
        survivor   überlebt, überlebender, überlebende, bleibt
        order      reihenfolge
        bonus      prämie, prämien, boni
        gets       bekommt, bekam, erhält, erhielt, kassiert, kriegt
        sell       verkauft, verkaufe, verkaufen, verkauf, verkaufte, hat verkauft
        trade      tauscht, tausche, tauschen, getauscht, tausch, tauschte, hat getauscht
        hold       hält, halte, halten, gehalten, behält, behalte, behalten, hielt, behielt, hat behalten
        buy        kauft, kaufe, kaufen, gekauft, kauf, kaufte, hat gekauft
        draw       zieht, ziehe, ziehen, zog, gezogen
        pass       passt, passe, passen, gepasst, passte
        show       zeigt, zeige, zeigen
        cash       bargeld, geld, kasse
        end        ende, beendet, beende, beenden, schluss, spielende, beendete
        pause      pausiert, unterbrochen, unterbrechung
        resume     weiter, geht weiter
        majority   mehrheit, mehrheitsbonus, mehrheitsprämie, erster bonus
        minority   minderheit, minderheitsbonus, minderheitsprämie, zweiter bonus
        absorbs    übernimmt, übernahm, schluckt, schluckte, frisst, fraß
        joins      geht in, ging in, geht an, wird übernommen, übernommen von, übernommen durch
        merges     fusioniert, fusionieren, fusioniert mit, verschmilzt mit
        not        nicht
    """,
    "French": """
        play       joue, joué, jouer, pose, posé, poser, a posé, a joué
        found      fonde, fondé, fonder, crée, créé, créer, fondation, nouvelle chaîne, a fondé
        survivor   survivante, survivant, survit
        order      ordre
        bonus      prime, primes
        gets       reçoit, reçu, touche, touché, encaisse, a reçu, a touché
        sell       vend, vendu, vendre, vente, a vendu
        trade      échange, échangé, échanger, a échangé
        hold       garde, gardé, garder, conserve, conservé, a gardé
        buy        achète, acheté, acheter, achat, a acheté
        draw       pioche, pioché, piocher, tire, tiré, tirer
        pass       passer, passe
        show       montre, montré
        cash       argent, liquide
        end        fin, termine, terminé, terminer
        resume     reprend, reprise
        majority   majorité, majoritaire, prime majoritaire, prime de majorité
        minority   minorité, minoritaire, prime minoritaire, prime de minorité
        absorbs    absorbe, absorbé, avale, rachète, mange
        joins      absorbé par, absorbée par, est absorbé, est absorbée, rejoint
        merges     fusionne, fusionné, fusionner, fusionne avec
        not        n', ne
    """,
    "Spanish": """
        play       juega, jugado, jugar, coloca, colocado, colocar, pone, jugó, colocó, puso
        found      funda, fundado, fundar, crea, creado, crear, fundó, creó, nueva cadena, ha fundado
        survivor   sobrevive, superviviente
        order      orden
        bonus      bono, bonos, prima, bonificación
        gets       recibe, recibió, cobra, obtiene
        sell       vende, vendido, vender, vendió, ha vendido
        trade      cambia, cambiado, cambiar, canjea, canjeado, cambió, canjeó
        hold       guarda, guardado, guardar, mantiene, mantener, conservar, guardó, mantuvo, ha guardado
        buy        compra, comprado, comprar, compró, ha comprado
        draw       roba, robado, robar, saca, sacar, robó, sacó
        pass       pasa, paso, pasar, pasó
        show       muestra, enseña
        cash       dinero, efectivo
        end        acaba, terminar, terminado, acabó, terminó
        pause      pausa
        resume     sigue, continúa
        majority   mayoría, mayoritario, bono mayoritario, prima mayoritaria
        minority   minoría, minoritario, bono minoritario, prima minoritaria
        absorbs    absorbe, absorbió, traga, se come
        joins      absorbida por, absorbido por, es absorbida, es absorbido
        merges     fusiona, fusionó, se fusiona
    """,
    "Dutch": """
        play       speelt, spelen, gespeeld, plaatst, plaatsen, geplaatst, legt, legde, speelde, plaatste
        found      sticht, stichten, gesticht, richt op, stichtte, opgericht, heeft gesticht
        survivor   overleeft, overlevende
        order      volgorde
        bonus      premie, premies
        gets       krijgt, kreeg, ontvangt, ontving
        sell       verkoopt, verkopen, verkocht, heeft verkocht
        trade      ruilt, ruil, ruilen, geruild, ruilde, heeft geruild
        hold       houdt, houden, behoudt, gehouden, hield, behield, heeft gehouden
        buy        koopt, koop, kopen, kocht, gekocht, heeft gekocht
        draw       trekt, trekken, getrokken, pakt, pakken, trok, pakte
        pass       past, pas, gepast, paste
        show       toont, tonen
        cash       kas
        end        einde, eindigt, beëindigt, stopt, eindigde, beëindigde
        pause      pauze
        resume     verder, gaat verder
        majority   meerderheid, meerderheidsbonus
        minority   minderheid, minderheidsbonus
        absorbs    neemt, nam, slokt op
        joins      gaat op in, overgenomen door, wordt overgenomen
        merges     fuseert, fuseerde, fuseren, fusie, fuseert met
        not        niet
    """,
    "Polish": """
        play       gra, zagrywa, zagrał, kładzie, stawia, położył, zagrała, położyła, postawił, postawiła
        found      zakłada, założył, założyła, załóż
        survivor   przetrwa, przetrwał, przetrwała
        order      kolejność
        bonus      premia, premie
        gets       dostaje, dostał, dostała, otrzymuje, otrzymał, otrzymała
        sell       sprzedaje, sprzedał, sprzedała, sprzedaj
        trade      wymienia, wymienił, wymieniła, zamienia, zamienił, zamieniła
        hold       zatrzymuje, zatrzymał, zatrzymała, trzyma, zachowuje
        buy        kupuje, kupił, kupiła, kup, kupno
        draw       dobiera, dobrał, dobrała, ciągnie, losuje, wylosował, wylosowała
        pass       pasuje, spasował, spasowała
        show       pokazuje, pokazał
        cash       gotówka
        end        koniec, kończy, zakończył, zakończyła
        pause      przerwa
        resume     wznowienie, wznawia
        majority   większość, większościowa, premia większościowa
        minority   mniejszość, mniejszościowa, premia mniejszościowa
        absorbs    przejmuje, przejął, przejęła, wchłania, wchłonął, wchłonęła, pochłania
        joins      przejęta przez, przejęty przez, zostaje przejęta
        merges     łączy, fuzja, łączy się z
        not        nie
    """,
    "Italian": """
        play       gioca, giocato, giocare, giocò, mette, messo, mise, piazza, piazzato, piazzò, posa, tessera, tassello
        found      fonda, fondato, fondata, fondare, fondò, crea, creato, creata, nuova catena, ha fondato
        survivor   sopravvive, sopravvissuta, sopravvissuto
        order      ordine
        bonus      premio, premi
        gets       riceve, ricevuto, ricevette, incassa, incassato, ottiene
        majority   maggioranza, bonus maggioranza, bonus di maggioranza
        minority   minoranza, bonus minoranza, bonus di minoranza
        absorbs    assorbe, assorbì, ingloba, inglobò, rileva
        joins      assorbita da, assorbito da, viene assorbita, si fonde in, confluisce in
        merges     si fonde con, fusione, si fonde
        sell       vende, venduto, vendere, vendette, ha venduto
        trade      scambia, scambiato, scambiare, scambiò, baratta, ha scambiato
        hold       tiene, tenuto, tenere, mantiene, mantenuto, conserva, trattiene, ha tenuto
        buy        compra, comprato, comprare, comprò, acquista, acquistato, acquisto, ha comprato
        draw       pesca, pescato, pescare, pescò
        pass       passa, passato, passare, passò
        show       mostra, mostrato
        cash       contanti, denaro, cassa
        end        finisce, finito, termina, fine partita
        pause      pausa
        resume     riprende
        not        non
    """,
    "Czech": """
        play       hraje, hrál, hrála, zahrál, zahrála, pokládá, položil, položila, umístil, umístila, kámen
        found      zakládá, založil, založila, založit
        survivor   přežívá, přežije, přežil, přežila
        order      pořadí
        bonus      prémie, bonusy
        gets       dostává, dostane, dostal, dostala, získává, získal, získala
        majority   většina, většinový bonus, většinová prémie
        minority   menšina, menšinový bonus, menšinová prémie
        absorbs    pohlcuje, pohltí, pohltil, pohltila, přebírá, převzal, převzala
        joins      pohlcena, pohlcen, je pohlcena, je pohlcen
        merges     fúze, fúzuje, slučuje, spojuje se
        sell       prodává, prodá, prodal, prodala, prodat
        trade      mění, vymění, vyměňuje, vyměnil, vyměnila, výměna
        hold       drží, nechává, nechal, nechala, ponechává, ponechal, ponechala
        buy        kupuje, koupí, koupil, koupila, koupit, nákup
        draw       táhne, líže, lízl, lízla, bere
        nothing    nekupuje, nekoupil, nekoupila, bez nákupu
        pass       pasuje, pasoval, pasovala, nehraje
        show       ukazuje, ukázal, ukázala
        cash       hotovost, peníze
        end        konec, končí, ukončil, ukončila, konec hry
        pause      přestávka
        resume     pokračuje
    """,
}

#: Words inside a clause.
INSIDE: Final = {
    "English": """
        none       none, nothing, nil, no, zero, anything, without
        and        and, then, og, och
        rest       rest, remaining, remainder, other, others
        noise      the, of, for, share, shares, stock, stocks, in, with, chain, hotel, hotels, at, on, an, any, from, board, shareholder
        noise      into, now, also, just
        noise      shareholders, stockholder, stockholders, holder, his, her, their
        1          one
        2          two
        3          three
        all        all, everything, out
        each       each, apiece
        together   together, total, altogether, combined
        4          four
        5          five
        6          six
        7          seven
        8          eight
        9          nine
        10          ten
        11          eleven
        12          twelve
    """,
    "German": """
        none       nichts, kein, keine, keinen, nix, ohne
        and        und, dann
        noise      aktie, aktien, anteil, anteile, von, die, der, den, dem, für
        1          ein, eine, eins
        2          zwei
        3          drei
        all        alle, alles
        each       jeweils
        together   zusammen, insgesamt, gesamt
        rest       übrigen, restlichen
        4          vier
        5          fünf
        6          sechs
        7          sieben
        8          acht
        9          neun
        10          zehn
        11          elf
        12          zwölf
    """,
    "French": """
        none       rien, aucun, aucune, sans
        and        et, puis
        rest       reste
        noise      action, actions, de, des, du, pour, part, parts, d', l', les, la, le
        1          un, une
        2          deux
        3          trois
        all        tout, toutes, tous
        each       chacun, chacune
        together   ensemble
        4          quatre
        5          cinq
        6          six
        7          sept
        8          huit
        9          neuf
        10          dix
        11          onze
        12          douze
    """,
    "Spanish": """
        none       nada, ninguno, ninguna, sin
        and        y, luego
        rest       resto
        noise      acción, acciones, para, por, del, el, las, los
        1          uno, una
        2          dos
        3          tres
        all        todo, todos, todas
        each       cada
        together   juntos, juntas
        4          cuatro
        5          cinco
        6          seis
        7          siete
        8          ocho
        9          nueve
        10          diez
        11          once
        12          doce
    """,
    "Dutch": """
        none       niets, geen, zonder
        and        en, dan
        noise      aandeel, aandelen, van, het, voor
        1          een
        2          twee
        3          drie
        all        alles, alle
        each       elk, ieder
        together   samen, totaal
        4          vier
        5          vijf
        6          zes
        7          zeven
        8          acht
        9          negen
        10          tien
        11          elf
        12          twaalf
    """,
    "Polish": """
        none       nic, brak, żadnej, żadnych, bez
        and        i, oraz, potem
        rest       reszta, resztę
        noise      akcja, akcje, akcji, dla, za
        1          jeden, jedna, jedną
        2          dwa, dwie
        3          trzy
        all        wszystko, wszystkie
        each       po
        together   razem
        4          cztery
        5          pięć
        6          sześć
        7          siedem
        8          osiem
        9          dziewięć
        10          dziesięć
        11          jedenaście
        12          dwanaście
    """,
    "Italian": """
        none       niente, nulla, nessuna, nessuno, senza, nessun
        and        e, ed, poi
        all        tutto, tutte, tutti
        rest       resto
        each       ciascuno, ciascuna
        together   insieme, totale
        noise      azione, azioni, di, del, della, delle, dell', il, per
        1          uno, una, un
        2          due
        3          tre
        4          quattro
        5          cinque
        6          sei
        7          sette
        8          otto
        9          nove
        10          dieci
        11          undici
        12          dodici
    """,
    "Czech": """
        none       nic, žádné, žádnou, žádný, bez
        and        pak
        all        vše, všechno, všechny
        rest       zbytek
        each       každý, každá
        together   dohromady, celkem
        noise      akcie, akcií, za, pro
        1          jeden, jedna, jednu
        2          dva, dvě
        3          tři
        4          čtyři
        5          pět
        6          šest
        7          sedm
        8          osm
        9          devět
        10          deset
        11          jedenáct
        12          dvanáct
    """,
}
