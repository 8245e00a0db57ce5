"""Photographs of cards, for piles and questions: read, stored with their detections, shown, corrected, settled."""
