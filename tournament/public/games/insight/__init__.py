"""The pages of insight into games that were played: of a casual game, of a published log; the desk has one of its own."""
