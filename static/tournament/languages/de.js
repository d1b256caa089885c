/* Written by “manage.py compilescripts” from wording/locale; loaded before app.js. */
globalThis.catalogue = { form: (n) => (n != 1), messages: {
"A tone, and where possible a vibration, while this page is open and the screen is on.": [
"Ein Ton und, wo es geht, eine Vibration, solange diese Seite offen und der Bildschirm an ist."
],
"Another desk has closed this page to you. Go to the overview.": [
"Diese Seite wurde an einem anderen Gerät für Sie gesperrt. Gehen Sie zur Übersicht."
],
"Another mix": [
"Andere Aufteilung"
],
"Bank": [
"Bank"
],
"Board, columns 1 to 12 and rows A to I; arrow keys move": [
"Spielplan, Spalten 1 bis 12 und Reihen A bis I; Pfeiltasten bewegen"
],
"Compare the two before you continue.": [
"Vergleichen Sie, bevor Sie weiterschreiben."
],
"Different amounts were paid": [
"Es wurden andere Beträge gezahlt"
],
"Director": [
"Turnierleitung"
],
"Discard": [
"Verwerfen"
],
"Discard my entry": [
"Meinen Eintrag verwerfen",
"Meine {n} Einträge verwerfen"
],
"Due: {amounts}.": [
"Fällig: {amounts}."
],
"End of game declared": [
"Ende der Partie angesagt"
],
"Enter at most {owned} shares, and trade an even number, at most {most}. If it really happened, say so first.": [
"Geben Sie höchstens {owned} Aktien ein und tauschen Sie eine gerade Zahl, höchstens {most}. Ist es wirklich so geschehen, geben Sie das zuerst an."
],
"Enter the tiles, for example 4C 5D ?.": [
"Geben Sie die Spielsteine ein, zum Beispiel 4C 5D ?."
],
"Enter whole dollars.": [
"Geben Sie ganze Dollar ein."
],
"Enter whole numbers of shares.": [
"Geben Sie Aktienzahlen ein."
],
"Hold {count}": [
"{count} behalten"
],
"It is still {name}’s turn.": [
"{name} ist noch am Zug."
],
"Keep my entry in a separate log": [
"Meinen Eintrag in einem eigenen Protokoll behalten",
"Meine {n} Einträge in einem eigenen Protokoll behalten"
],
"Keep this page open: it cannot be opened again without a network. If it closes, scan the slip once the network is back.": [
"Lassen Sie diese Seite offen: Ohne Netz lässt sie sich nicht wieder öffnen. Wird sie geschlossen, scannen Sie den Ergebniszettel, sobald das Netz wieder da ist."
],
"Log in, then try again here": [
"Anmelden, dann hier noch einmal versuchen"
],
"My page": [
"Meine Seite"
],
"My pages": [
"Meine Seiten"
],
"My scores": [
"Meine Wertungen"
],
"My table": [
"Mein Tisch"
],
"New in the table's log": [
"Neu im Protokoll des Tisches"
],
"No connection since {time}. This page may be out of date.": [
"Keine Verbindung seit {time}. Diese Seite ist vielleicht veraltet."
],
"No connection to the desk, so it may not have been published. Press again: it will be published only once.": [
"Keine Verbindung zur Turnierleitung, daher ist vielleicht nichts veröffentlicht. Drücken Sie noch einmal: Es wird nur einmal veröffentlicht."
],
"No connection: the clock keeps running here.": [
"Keine Verbindung: Die Uhr läuft hier weiter."
],
"No network. This is the log as this device last saw it. You can keep writing.": [
"Kein Netz. Dies ist das Protokoll, wie dieses Gerät es zuletzt gesehen hat. Sie können weiterschreiben."
],
"No network. {n} tap is kept on this device but has not been checked yet. You can keep writing.": [
"Kein Netz. {n} Eingabe wird auf diesem Gerät aufbewahrt, noch nicht geprüft. Sie können weiterschreiben.",
"Kein Netz. {n} Eingaben werden auf diesem Gerät aufbewahrt, noch nicht geprüft. Sie können weiterschreiben."
],
"Not me": [
"Nicht ich"
],
"Not published. Leave the full screen, log in and start again.": [
"Nicht veröffentlicht. Verlassen Sie das Vollbild, melden Sie sich an und beginnen Sie noch einmal."
],
"Not saved: no connection to the server. Press again.": [
"Nicht gespeichert: keine Verbindung zum Server. Drücken Sie noch einmal."
],
"Not sent yet. This phone is keeping it: reload this page to send it again.": [
"Noch nicht gesendet. Dieses Handy bewahrt es auf: Laden Sie diese Seite neu, um es noch einmal zu senden."
],
"Not sent yet: no network. It is kept here and will be sent when the network is back.": [
"Noch nicht gesendet: kein Netz. Es wird hier aufbewahrt und gesendet, sobald das Netz wieder da ist."
],
"Not sent yet: the amounts typed here at {time} are in the form again. Send them, or press Cancel to discard them.": [
"Noch nicht gesendet: Die hier um {time} eingegebenen Beträge stehen wieder im Formular. Senden Sie sie oder verwerfen Sie sie mit „Abbrechen“."
],
"Not sent yet: the server did not accept it. It is kept here and will be sent again.": [
"Noch nicht gesendet: Der Server hat es nicht angenommen. Es wird hier aufbewahrt und noch einmal gesendet."
],
"Not sent yet: this phone has kept your result and is sending it.": [
"Noch nicht gesendet: Dieses Handy bewahrt Ihr Ergebnis auf und sendet es gerade."
],
"Not started.": [
"Noch nicht gestartet."
],
"Paid as due": [
"Wie fällig gezahlt"
],
"Pass to {name}": [
"Weiter an {name}"
],
"Players": [
"Spieler"
],
"Really? {act}": [
"Wirklich? {act}"
],
"Restore": [
"Wiederherstellen"
],
"Saved, although it is against the rules: {finding}": [
"Gespeichert, obwohl es gegen die Regeln ist: {finding}"
],
"Saved.": [
"Gespeichert."
],
"Sell": [
"Verkaufen"
],
"Sell {count}": [
"{count} verkaufen"
],
"Sell {sell} for {amount}, keep {keep}.": [
"{sell} für {amount} verkaufen, {keep} behalten."
],
"Sell {sell} for {amount}, trade {trade} for {received} {survivor}, keep {keep}.": [
"{sell} für {amount} verkaufen, {trade} gegen {received} {survivor} tauschen, {keep} behalten."
],
"Sending {n} tap, not checked yet.": [
"{n} Eingabe wird gesendet, noch nicht geprüft.",
"{n} Eingaben werden gesendet, noch nicht geprüft."
],
"Several players match: choose one or enter more of the name.": [
"Mehrere Spieler passen: Wählen Sie einen aus oder geben Sie mehr vom Namen ein."
],
"Standings": [
"Rangliste"
],
"Start: {first} begins": [
"Start: {first} beginnt"
],
"Stop telling me": [
"Nicht mehr Bescheid geben"
],
"Stop the clock for a bonus": [
"Uhr für eine Prämie anhalten"
],
"Tap {player}'s starting tile.": [
"Tippen Sie den Startstein von {player} an."
],
"Tell me on this device": [
"Auf diesem Gerät Bescheid geben"
],
"Tell me on this phone": [
"Auf diesem Handy Bescheid geben"
],
"The bonuses have not been calculated yet.": [
"Die Prämien sind noch nicht berechnet."
],
"The clocks are stopped.": [
"Die Uhren stehen."
],
"The director has paused all clocks.": [
"Die Turnierleitung hat alle Uhren angehalten."
],
"The game is over. Enter the final cash as counted.": [
"Die Partie ist zu Ende. Geben Sie das Geld am Ende ein, wie gezählt."
],
"The log is complete.": [
"Das Protokoll ist vollständig."
],
"The server did not accept this. Reload the page.": [
"Der Server hat dies nicht angenommen. Laden Sie die Seite neu."
],
"The server had a problem and saved nothing. {n} tap is kept on this device and sent again every few seconds; Undo takes it back.": [
"Der Server hatte ein Problem und hat nichts gespeichert. {n} Eingabe wird auf diesem Gerät aufbewahrt und alle paar Sekunden noch einmal gesendet; „Rückgängig machen“ nimmt sie zurück.",
"Der Server hatte ein Problem und hat nichts gespeichert. {n} Eingaben werden auf diesem Gerät aufbewahrt und alle paar Sekunden noch einmal gesendet; „Rückgängig machen“ nimmt die letzte zurück."
],
"The table's log already has turn {turn}, but by {other}; yours is by {player}.": [
"Im Protokoll des Tisches steht schon Zug {turn}, aber von {other}; Ihrer ist von {player}."
],
"The table's log already has what you wrote for turn {turn}.": [
"Im Protokoll des Tisches steht schon, was Sie zu Zug {turn} geschrieben haben."
],
"The table's log is at turn {last}. Your entries for turn {turn} would be written there.": [
"Das Protokoll des Tisches ist bei Zug {last}. Ihre Einträge für Zug {turn} würden dort eingetragen."
],
"There is no network. Enter the result anyway: this phone will keep it and send it once the network is back.": [
"Es ist kein Netz da. Geben Sie das Ergebnis trotzdem ein: Dieses Handy bewahrt es auf und sendet es, sobald das Netz wieder da ist."
],
"There is no network. Your entries are still kept here.": [
"Es ist kein Netz da. Ihre Einträge werden weiter hier aufbewahrt."
],
"This board is open in another tab of this browser. Close one of them.": [
"Dieser Spielplan ist in einem anderen Tab dieses Browsers offen. Schließen Sie einen der beiden."
],
"This browser cannot store anything. Do not close the page until everything is saved.": [
"Dieser Browser speichert nichts. Schließen Sie die Seite nicht, bevor alles gespeichert ist."
],
"This cannot be right: {facts}.": [
"Das kann nicht stimmen: {facts}."
],
"This screen can no longer show the event. Open it again.": [
"Diese Anzeige kann das Turnier nicht mehr zeigen. Öffnen Sie sie noch einmal."
],
"Touch this page once, or it stays silent.": [
"Berühren Sie diese Seite einmal, sonst bleibt sie stumm."
],
"Trade": [
"Tauschen"
],
"Trade {count}": [
"{count} tauschen"
],
"Trade {count}, hold {rest}": [
"{count} tauschen, {rest} behalten"
],
"Trade {count}, sell {rest}": [
"{count} tauschen, {rest} verkaufen"
],
"Try again": [
"Noch einmal versuchen"
],
"Turn {number}, {player}: tap the tile.": [
"Zug {number}, {player}: Tippen Sie den Spielstein an."
],
"Undo would take back what the other device wrote.": [
"Ihr „Rückgängig machen“ würde zurücknehmen, was das andere Gerät geschrieben hat."
],
"Wait until your taps are saved, then write the line.": [
"Warten Sie, bis Ihre Eingaben gespeichert sind, und schreiben Sie dann die Zeile."
],
"Which chain does {player} found?": [
"Welche Kette gründet {player}?"
],
"While this page is open and the screen is on. A dark screen tells nothing.": [
"Solange diese Seite offen und der Bildschirm an ist. Ein dunkler Bildschirm meldet nichts."
],
"While this page is open. The screen stays on.": [
"Solange diese Seite offen ist. Der Bildschirm bleibt an."
],
"Write": [
"Eintragen"
],
"Write my entry after theirs": [
"Meinen Eintrag dahinter setzen",
"Meine {n} Einträge dahinter setzen"
],
"Yes, the game ends here": [
"Ja, die Partie endet hier"
],
"You are logged out. Log in again in another tab, then reload this page; nothing is lost.": [
"Sie sind abgemeldet. Melden Sie sich in einem anderen Tab wieder an und laden Sie dann diese Seite neu; nichts geht verloren."
],
"You are logged out: changes by other desks are not shown here.": [
"Sie sind abgemeldet: Änderungen anderer Geräte werden hier nicht angezeigt."
],
"You can buy at most {n}.": [
"Sie können höchstens {n} kaufen.",
"Sie können höchstens {n} kaufen."
],
"You, {name}": [
"Sie, {name}"
],
"Yours, not in the log": [
"Ihre Einträge, nicht im Protokoll"
],
"a player’s clock\u0004running": [
"läuft"
],
"a space of the board\u0004empty": [
"leer"
],
"by the rules {amount}": [
"nach den Regeln {amount}"
],
"changed on another desk at {time}": [
"um {time} an einem anderen Gerät geändert"
],
"dead tile": [
"toter Spielstein"
],
"entries were taken back": [
"Einträge wurden zurückgenommen"
],
"lone tile": [
"einzelner Spielstein"
],
"minus {amount}": [
"minus {amount}"
],
"nobody": [
"niemand"
],
"not checked yet": [
"noch nicht geprüft"
],
"not on the board": [
"nicht auf dem Spielplan"
],
"not saved": [
"nicht gespeichert"
],
"not saved: no connection to the server; this device is keeping it.": [
"nicht gespeichert: keine Verbindung zum Server; dieses Gerät bewahrt es auf."
],
"not saved: the server did not accept it.": [
"nicht gespeichert: Der Server hat es nicht angenommen."
],
"not saved: this round is no longer open to you; go to the overview.": [
"nicht gespeichert: Diese Runde ist für Sie gesperrt; gehen Sie zur Übersicht."
],
"not saved: you are logged out.": [
"nicht gespeichert: Sie sind abgemeldet."
],
"not saved: {reason}": [
"nicht gespeichert: {reason}"
],
"number {number}": [
"Nummer {number}"
],
"out of time": [
"Zeit abgelaufen"
],
"over time": [
"überzogen"
],
"per share": [
"je Aktie"
],
"played for": [
"läuft seit"
],
"saving …": [
"wird gespeichert …"
],
"shares\u0004bought": [
"gekauft"
],
"show it": [
"anzeigen"
],
"starts in": [
"beginnt in"
],
"table {number}": [
"Tisch {number}"
],
"table {table}, seat {seat}": [
"Tisch {table}, Sitz {seat}"
],
"the bank": [
"die Bank"
],
"the clock of a round\u0004paused": [
"angehalten"
],
"the previous entry was taken back": [
"der Eintrag davor ist zurückgenommen"
],
"tile": [
"Spielstein",
"Spielsteine"
],
"time of a round\u0004left": [
"Restzeit"
],
"to move": [
"am Zug"
],
"with {names}": [
"mit {names}"
],
"{buyer} buys, {count} of {limit}: one tap per share. Then tap {player}'s tile.": [
"{buyer} kauft, {count} von {limit}: je Aktie einmal tippen. Tippen Sie dann den Spielstein von {player} an."
],
"{chain}, {n} tile at {price}, joins {survivor}.": [
"{chain}, {n} Spielstein zu {price}, geht in {survivor} auf.",
"{chain}, {n} Spielsteine zu {price}, geht in {survivor} auf."
],
"{count} of {owned}: that is {excess} too many.": [
"{count} von {owned}: Das sind {excess} zu viel."
],
"{name} continues": [
"{name} macht weiter"
],
"{name} is out of time. Call the director if anything is unclear.": [
"Die Zeit von {name} ist abgelaufen. Rufen Sie die Turnierleitung, wenn etwas unklar ist."
],
"{name}’s clock is running.": [
"Die Uhr von {name} läuft."
],
"{n} amount entered here at {time} differs from the saved one.": [
"{n} hier um {time} eingegebener Betrag ist nicht der gespeicherte.",
"{n} hier um {time} eingegebene Beträge sind nicht die gespeicherten."
],
"{n} press has not been sent yet; this device is keeping it.": [
"{n} Knopfdruck ist noch nicht gesendet; dieses Gerät bewahrt ihn auf.",
"{n} Knopfdrücke sind noch nicht gesendet; dieses Gerät bewahrt sie auf."
],
"{n} share for {price}, more than your {cash}.": [
"{n} Aktie für {price}, mehr als Ihre {cash}.",
"{n} Aktien für {price}, mehr als Ihre {cash}."
],
"{n} share for {price}.": [
"{n} Aktie für {price}.",
"{n} Aktien für {price}."
],
"{n} share for {price}; {rest} left.": [
"{n} Aktie für {price}; {rest} übrig.",
"{n} Aktien für {price}; {rest} übrig."
],
"{page} of {count}": [
"{page} von {count}"
],
"{page} of {count}, {letters}": [
"{page} von {count}, {letters}"
],
"{player} has {amount}": [
"{player} hat {amount}"
],
"{player} has {count} {chain}": [
"{player} hat {count} {chain}"
],
"{player} has {count} {chain}.": [
"{player} hat {count} {chain}."
],
"{player} merges chains of the same size. Which one is settled first?": [
"{player} fusioniert gleich große Ketten. Welche wird zuerst abgewickelt?"
],
"{player} merges chains of the same size. Which one survives?": [
"{player} fusioniert gleich große Ketten. Welche überlebt?"
],
"{player}: {word} (see “Something else”), or continue with a tile.": [
"{player}: {word} (siehe „Etwas anderes“) oder weiter mit einem Spielstein."
],
"{text} is not a tile. Enter 1A to 12I, or ? for a tile that nobody saw.": [
"{text} ist kein Spielstein. Geben Sie 1A bis 12I ein oder ? für einen Spielstein, den niemand gesehen hat."
],
"{tile}, {state}": [
"{tile}, {state}"
]
} };
