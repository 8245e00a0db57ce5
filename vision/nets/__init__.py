"""The trained networks: inference sessions, the version of their weights, and the calibration of their outputs."""
