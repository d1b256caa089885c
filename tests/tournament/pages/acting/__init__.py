"""What holds for every form of the desk: sent twice, sent late, and over what is disputed."""
