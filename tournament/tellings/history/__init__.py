"""The history of an event: changes in groups, versions of a result, what a change moves, and which changes can be undone."""
