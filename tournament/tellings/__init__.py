"""Every figure in words and rows: each list is made once, as a value that pages, paper and files print.

`listing` declares lists; `standings`, `results`, `medals`, `draw` and `meetings` make them; `cells`, `figures`, `words` and `cuts` say how
a name, a mark, a number, a short sentence and the line above a table of the final are written; `prices` and `table_rules` are shared by
floor page and cards; `csv` writes files.
"""
