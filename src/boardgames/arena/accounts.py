"""Accounts: names with secrets, and how one gets an account.

The secret (token) is random text that the server makes, unless the player brings one.  The file has only its salted
hash.  An invitation is a secret without a name yet: the first name that comes with it has it from then on.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import time
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

import attrs

from boardgames.arena.allowance import Allowance
from boardgames.arena.store import Account, ArenaStore
from boardgames.contest import BadEntrant, check_name

OPEN: Final = "open"
INVITE: Final = "invite"
MAX_ACCOUNTS: Final = 10_000
NEW_NAMES: Final = 0.5
"""New names a second, in the long run, where anybody may register."""
NEW_NAMES_BURST: Final = 100
LONGEST_TOKEN: Final = 200
WRONG: Final = "this token is wrong for the name {name!r}: give the one that belongs to it with --token"


class Refused(ValueError):
    """A bot that may not play; the message says why and what to do."""


def key_of(name: str) -> str:
    """The key of a name: names that differ only in case have the same.

    >>> key_of("Ann") == key_of("ann"), key_of("ａｎｎ") == key_of("ann")
    (True, True)
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_names(path: Path) -> dict[str, tuple[str, str | None]]:
    """The names of a file, one a line, each with its token behind it or to be claimed by the first that comes.

    By key, the name and the token.  Raises :class:`ValueError` with the line at fault, and :class:`OSError`.
    """
    names: dict[str, tuple[str, str | None]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) > 2:
            raise ValueError(f"{path}, line {number}: expected a name, and its token if you choose it")
        try:
            check_name(words[0])
        except BadEntrant as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if key_of(words[0]) in names:
            raise ValueError(f"{path}, line {number}: the name {words[0]!r} is there twice")
        names[key_of(words[0])] = (words[0], words[1] if len(words) == 2 else None)
    if not names:
        raise ValueError(f"{path} has no names: write one a line")
    return names


@attrs.define
class Accounts:
    """The accounts of an arena, and which names may get one."""

    store: ArenaStore
    register: str = OPEN
    """``open``: any new name gets an account; ``invite``: only with an invitation."""
    names: Mapping[str, tuple[str, str | None]] = attrs.field(factory=dict)
    """Names that may register, from a file, by key; then no others may."""
    new_names: Allowance = attrs.field(factory=lambda: Allowance(NEW_NAMES, NEW_NAMES_BURST))

    def login(self, name: str, token: str | None) -> tuple[Account, str | None]:
        """The account of a name and its token; a new account's token, if the server made it.

        Raises :class:`Refused`.
        """
        try:
            check_name(name)
        except BadEntrant as error:
            raise Refused(str(error)) from None
        if token is not None and len(token) > LONGEST_TOKEN:
            raise Refused(f"a token has at most {LONGEST_TOKEN} characters")
        account = self.store.account(key_of(name))
        if account is None:
            return self._register(name, token)
        if account.banned:
            raise Refused(f"the name {account.name!r} is banned here: speak to the people who run this arena")
        if account.hash is None or account.salt is None:
            return self._claim(account, token)
        if token is None:
            raise Refused(f"the name {account.name!r} is taken: give its token with --token, or choose another name")
        if not hmac.compare_digest(_hash(account.salt, token), account.hash):
            raise Refused(WRONG.format(name=account.name))
        return account, None

    def _register(self, name: str, token: str | None) -> tuple[Account, str | None]:
        key = key_of(name)
        if self.names:
            if key not in self.names:
                raise Refused(f"the name {name!r} is not on this arena's list: ask the people who run it")
            name, listed = self.names[key]
            if listed is not None and (
                token is None or not hmac.compare_digest(listed.encode(), token.encode("utf-8", "surrogatepass"))
            ):
                raise Refused(WRONG.format(name=name))
        elif self.register == INVITE:
            if token is None or not self.store.use_invitation(_plain_hash(token)):
                raise Refused(
                    f"there is no account {name!r}, and a new one needs an invitation: give yours with --token"
                )
        elif self.store.account_count() >= MAX_ACCOUNTS:
            raise Refused(f"this arena has {MAX_ACCOUNTS} accounts, and no more are allowed")
        elif not self.new_names.take(1, time.monotonic()):
            raise Refused("too many new names register at once: try again in some minutes")
        return self._claim(self.store.add_account(name, key, None, None), token)

    def _claim(self, account: Account, token: str | None) -> tuple[Account, str | None]:
        made = token_urlsafe(16) if token is None else None
        salt = os.urandom(16)
        digest = _hash(salt, token or made or "")
        self.store.set_secret(account.number, salt, digest)
        return attrs.evolve(account, salt=salt, hash=digest), made

    def invite(self) -> str:
        """A new invitation: a token for one new account."""
        token = token_urlsafe(16)
        self.store.add_invitation(_plain_hash(token))
        return token

    def is_invitation(self, token: str) -> bool:
        """Can it still be used?"""
        return self.store.has_invitation(_plain_hash(token))


def _hash(salt: bytes, token: str) -> bytes:
    return hashlib.sha256(salt + token.encode("utf-8", "surrogatepass")).digest()


def _plain_hash(token: str) -> bytes:
    """For random tokens alone, which nobody can guess."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
