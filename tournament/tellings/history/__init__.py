"""The history of an event as it is read: sentences in the past tense, acts grouped, versions of a result, and what can be taken back."""
