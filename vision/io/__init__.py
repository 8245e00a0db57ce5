"""The doors for bytes: photographs and films are bounded before decoding; image pyramid and exposure."""
