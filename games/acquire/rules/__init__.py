"""The rules of Acquire as an engine: `game` says whether an action is possible and performs it, `legal` lists what is."""
