"""Help pages: a first match, laying cards for the camera, and what is stored for how long."""
