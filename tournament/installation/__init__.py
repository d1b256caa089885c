"""What a machine brings: the environment's variables, the database's address, files of this folder, the first use."""
