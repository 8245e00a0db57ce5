"""Photographs of cards, of piles and questions alike: read, stored with their detections, shown, corrected, settled."""
