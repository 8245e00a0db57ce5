"""HTTP: what every request and answer passes: headers, forgery protection, hosts, limits, errors, forms, health."""
