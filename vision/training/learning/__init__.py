"""The networks, their training data, and the training loops."""
