"""From the bytes of a photograph to cards with confidences."""
