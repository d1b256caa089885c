"""The lexer: lines, words and tokens of a log, their times, and what words of eight languages mean."""
