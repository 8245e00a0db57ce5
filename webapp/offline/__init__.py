"""Offline use: the manifest, the service worker, the offline page, and rounds that wait on a phone."""
