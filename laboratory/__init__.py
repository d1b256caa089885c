"""What measures the product and is no part of it: benchmarks, matches, learning, a catalogue of mistakes. README.md describes each."""
