"""This phone: what the server remembers of a device, taken along as a file, and forgotten."""
