"""Training of the readers of indices, letters, numerals and Latin suits."""
