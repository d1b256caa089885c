/* Written by “manage.py compilescripts” from wording/locale; loaded before app.js. */
globalThis.catalogue = { form: (n) => (n != 1), messages: {
"Director": [
"Turnierleitung"
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
"Not me": [
"Nicht ich"
],
"Players": [
"Spieler"
],
"Several players match: choose one or enter more of the name.": [
"Mehrere Spieler passen: Wählen Sie einen aus oder geben Sie mehr vom Namen ein."
],
"Standings": [
"Rangliste"
],
"You, {name}": [
"Sie, {name}"
],
"number {number}": [
"Nummer {number}"
],
"table {number}": [
"Tisch {number}"
],
"table {table}, seat {seat}": [
"Tisch {table}, Sitz {seat}"
],
"with {names}": [
"mit {names}"
]
} };
