"""This phone: the data that the server stores about a device, its export, and its deletion."""
