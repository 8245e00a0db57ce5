"""From trained networks to committed weights: export, quantisation, prototypes, calibration."""
