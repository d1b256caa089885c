"""Games in public: the causes of a replay, and the protocol by which devices and programs play."""
