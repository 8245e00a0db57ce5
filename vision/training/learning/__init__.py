"""Networks, the pictures they learn from, and the loops in which they learn."""
