"""The trained networks: sessions that run them, the version of their weights, and the calibration of their answers."""
