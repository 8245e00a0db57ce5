"""Help: how a first match goes, how cards are laid for the camera, what is stored and for how long."""
