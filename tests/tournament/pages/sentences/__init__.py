"""What pages say: in our own words, one term for each thing."""
