"""Profiles (saved house rules): stored, changed, removed and restored by the device that owns them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from webapp.base.http.fields import NotPossible, named
from webapp.base.language.i18n import gettext
from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.match.models import Profile

MOST_PROFILES = 20  # per game and device
FORGOTTEN_AFTER = timedelta(days=1)  # time from removal to deletion


def of_device(device: str, game: str) -> list[Profile]:
    """The profiles of `game` that `device` owns, by name, without removed ones."""
    query = select(Profile).where(Profile.device == device, Profile.game == game, Profile.removed.is_(None))
    with database().reading() as session:
        return list(session.scalars(query.order_by(Profile.name, Profile.id)))


def by_token(token: str) -> Profile | None:
    """The profile of a link, including a removed one that is not yet deleted."""
    with database().reading() as session:
        return session.scalar(select(Profile).where(Profile.token == token))


def keep(device: str, game: str, typed: str | None, options: Mapping[str, Any]) -> Profile:
    """Save `options` under a name, replacing earlier ones; raises `NotPossible`."""
    name = named(typed, gettext("These rules need a name."))
    with database().writing() as session:
        kept = of_device(device, game)
        same = next((each for each in kept if each.name.casefold() == name.casefold()), None)
        if same is not None:
            same.name, same.options = name, dict(options)
            return same
        if len(kept) >= MOST_PROFILES:
            raise NotPossible(gettext("Too many rules are kept: remove some first."))
        profile = Profile(token=new_token(), device=device, game=game, name=name, options=dict(options))
        session.add(profile)
        return profile


def rename(profile_id: int, typed: str | None) -> None:
    """Rename a profile; raises `NotPossible`."""
    name = named(typed, gettext("These rules need a name."))
    with database().writing() as session:
        profile = session.get_one(Profile, profile_id)
        others = [each for each in of_device(profile.device, profile.game) if each is not profile]
        if any(each.name.casefold() == name.casefold() for each in others):
            raise NotPossible(gettext("Other rules have this name already."))
        profile.name = name


def renew(token: str, device: str) -> str | None:
    """Change the link of a profile of `device`; returns its token, or None. Idempotent for a repeated form."""
    with database().writing() as session:
        profile = session.scalar(
            select(Profile).where(Profile.token == token, Profile.device == device).with_for_update()
        )
        if profile is None:
            own = select(Profile.token).where(Profile.device == device)
            return session.scalar(own.where(Profile.token == tokens.successor(token)))
        profile.token = tokens.replaced(token)
        return profile.token


def change(profile_id: int, removed: datetime | None) -> None:
    """Remove a profile, so that its link opens nothing for others, or restore it."""
    with database().writing() as session:
        session.get_one(Profile, profile_id).removed = removed


def forget_old() -> int:
    """Delete a batch of profiles whose time for restoring is over; returns how many."""
    return database().delete_some(Profile, Profile.removed < now() - FORGOTTEN_AFTER)
