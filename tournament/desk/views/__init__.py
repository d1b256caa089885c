"""The views of the desk, a module for each subject; a view turns a request into one call of a service and an answer.

In the arguments of views, ``number`` is that of a round (in `views.people`, that of an entry), and ``table`` that of a table in it.
"""
