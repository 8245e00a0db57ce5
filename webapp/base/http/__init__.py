"""HTTP: headers, CSRF protection, allowed hosts, limits, errors, forms and health, for every request and answer."""
