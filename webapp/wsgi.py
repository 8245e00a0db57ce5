"""The application for a server of one's own (a club): `gunicorn webapp.wsgi:app`.

Set `DATABASE_URL` for PostgreSQL, `SETTEBELLO_HTTPS=1` behind HTTPS, and `SETTEBELLO_PROXIES` to the number of reverse
proxies in front, so that limits count the players' addresses and not the proxy's.
"""

from __future__ import annotations

import logging
import os

from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.app import create_app
from webapp.base.security import RedactTokens
from webapp.match.store import forget_old

app = create_app()
with app.app_context():
    forget_old()
logging.getLogger("gunicorn.error").addFilter(RedactTokens())
proxies = int(os.environ.get("SETTEBELLO_PROXIES", "0"))
if proxies:
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
