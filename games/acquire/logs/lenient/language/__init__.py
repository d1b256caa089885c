"""What is written: signs, words and their tokens, the words of six languages, and names a slip of the pen away."""
