"""What measures the product and is no part of it: benchmarks, matches, learning, slips in logs. README.md describes each."""
