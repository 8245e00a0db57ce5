"""Without a network: the manifest, the service worker, our own page for it, and rounds that wait on a phone."""
