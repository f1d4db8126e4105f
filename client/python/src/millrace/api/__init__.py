"""One class for each group of operations. Each method has the name of its operation, in snake_case."""
