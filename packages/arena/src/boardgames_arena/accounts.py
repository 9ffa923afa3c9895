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
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

import attrs

from boardgames.contest import BadEntrant, check_name
from boardgames.core.text import Reason
from boardgames.session import key_of
from boardgames_arena.store import Account, ArenaStore

OPEN: Final = "open"
INVITE: Final = "invite"
MAX_ACCOUNTS: Final = 10_000
NEW_PER_ADDRESS: Final = 256
"""Accounts without a game that one address may have; with one more, the oldest that is not connected goes."""
MOST_PER_ADDRESS: Final = 1000
"""Accounts with a game that one address may have made since the server began, its latest 256 not counted."""
FORGOTTEN_AFTER: Final = 7 * 24 * 3600.0
"""Seconds after which an account that never played is forgotten, where anybody may register."""
FORGETTING: Final = 3600.0  # seconds from one look for such accounts to the next
LONGEST_TOKEN: Final = 200
TOGETHER: Final = ({"Cjk", "Hiragana", "Katakana", "Ideographic"}, {"Cjk", "Hangul"}, {"Cjk", "Bopomofo"})
"""Scripts of one language, by the first words of their characters' names; any other name keeps to one."""
INVISIBLE: Final = "\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f"
"""Letters and marks without a shape."""
WRONG: Final = "this token is wrong for the name {name!r}: give the one that belongs to it with --token"


class Refused(ValueError):
    """A bot that may not play; the message says why and what to do."""


def check_new_name(name: str) -> None:
    """A name that no other name of an arena is mistaken for.  Raises :class:`Refused` with a reason."""
    try:
        check_name(name)
    except BadEntrant as error:
        raise Refused(str(error)) from None
    letters = [char for char in name if not char.isascii() or char.isalpha()]
    for char in letters:
        if unicodedata.category(char)[0] not in "LMN" or char in INVISIBLE:
            raise Refused(
                Reason(
                    "name-character", "a name has letters, digits and the signs of a keyboard, not {char!a}", char=char
                )
            )
    usual = unicodedata.normalize("NFKC", name)
    if usual != name:
        raise Refused(
            Reason(
                "name-form",
                "the name {name!r} has letters in an unusual form: write it as {usual!r}",
                name=name,
                usual=usual,
            )
        )
    scripts = {unicodedata.name(char, "?").replace("-", " ").split()[0].capitalize() for char in letters}
    if len(scripts) > 1 and not any(scripts - {"Latin"} <= together for together in TOGETHER):
        raise Refused(
            Reason(
                "name-scripts",
                "the name {name!r} mixes letters of different scripts ({scripts}), which look alike: use one",
                name=name,
                scripts=", ".join(sorted(scripts)),
            )
        )
    if not any(char.isalnum() for char in name):
        raise Refused(Reason("name-signs", "the name {name!r} has neither a letter nor a digit: add one", name=name))


def read_names(path: Path) -> dict[str, tuple[str, str | None]]:
    """The names of a file, one a line, each with its token behind it or to be claimed by the first that comes.

    By key, the name and the token.  Raises :class:`ValueError` with the line at fault, and :class:`OSError`.
    """
    names: dict[str, tuple[str, str | None]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) > 2:
            raise ValueError(f"{path}, line {number}: expected a name, and its token if you choose it")
        try:
            check_new_name(words[0])
        except Refused as error:
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
    made: dict[int, str] = attrs.field(factory=dict, init=False)
    """The accounts made since the server began, the oldest first, and the address of each."""
    forgotten: list[int] = attrs.field(factory=list, init=False)
    kept: Counter[str] = attrs.field(factory=Counter, init=False)
    """The accounts of each address that are no longer in ``made``, as they have played."""
    forgot_at: float | None = attrs.field(default=None, init=False)

    def known(self, name: str, token: str | None) -> Account | None:
        """The account of a name and its token; ``None`` for a name without an account.

        Raises :class:`Refused`.
        """
        if token is not None and len(token) > LONGEST_TOKEN:
            raise Refused(f"a token has at most {LONGEST_TOKEN} characters")
        account = self.store.account(key_of(name))
        if account is None:
            return None
        if account.banned:
            raise Refused(f"the name {account.name!r} is banned here: speak to the people who run this arena")
        if account.hash is None or account.salt is None:
            return None
        if token is None:
            raise Refused(f"the name {account.name!r} is taken: give its token with --token, or choose another name")
        if not hmac.compare_digest(_hash(account.salt, token), account.hash):
            raise Refused(WRONG.format(name=account.name))
        return account

    def admit(
        self, name: str, token: str | None, address: str = "", connected: Collection[int] = ()
    ) -> tuple[Account, str | None]:
        """The account of a name that was new to :meth:`known`; its token, if the server has made it.

        ``address`` is that of the newcomer; the accounts of those ``connected`` stay.  Raises :class:`Refused`.
        """
        if (known := self.known(name, token)) is not None:  # somebody else was quicker
            return known, None
        if (account := self.store.account(key_of(name))) is not None:
            return self._claim(account, token)
        key, address = key_of(name), _network_of(address)
        if self.names:
            if key not in self.names:
                raise Refused(f"the name {name!r} is not on this arena's list: ask the people who run it")
            name, listed = self.names[key]
            if listed is not None and (
                token is None or not hmac.compare_digest(listed.encode(), token.encode("utf-8", "surrogatepass"))
            ):
                raise Refused(WRONG.format(name=name))
        else:
            check_new_name(name)
            if self.register == OPEN:
                self._make_room(address, connected)
            elif token is None or not self.store.use_invitation(_plain_hash(token)):
                raise Refused(
                    f"there is no account {name!r}, and a new one needs an invitation: give yours with --token"
                )
        account = self.store.add_account(name, key, None, None)
        self.made[account.number] = address
        return self._claim(account, token)

    def forget(self, number: int) -> bool:
        """Delete an account.  Returns ``False`` if it has a game or is banned."""
        deleted = self.store.delete_account(number)
        self.made.pop(number, None)
        self.forgotten += [number] if deleted else []
        return deleted

    def _make_room(self, address: str, connected: Collection[int]) -> None:
        """Forget accounts that never played, so that nobody can take all names.  Raises :class:`Refused`."""
        if self.forgot_at is None or time.monotonic() - self.forgot_at > FORGETTING:
            self.forgot_at = time.monotonic()
            for number in self.store.unplayed(time.time() - FORGOTTEN_AFTER):
                if number not in connected:
                    self.forget(number)
        absent = [number for number, maker in self.made.items() if maker == address and number not in connected]
        for number in absent[: max(0, len(absent) + 1 - NEW_PER_ADDRESS)]:
            if not self.forget(number):
                self.kept[address] += 1
        if self.kept[address] >= MOST_PER_ADDRESS:
            raise Refused("too many bots of your address have accounts: ask the people who run this arena")
        if self.store.account_count() >= MAX_ACCOUNTS:
            raise Refused(f"this arena has {MAX_ACCOUNTS} accounts, and no more are allowed")

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
        """True if it can still be used."""
        return self.store.has_invitation(_plain_hash(token))


def _network_of(address: str) -> str:
    """The network of an address of IPv6, as all its addresses have one owner; another address as it is."""
    with suppress(ValueError):
        if (whole := IPv6Address(address)).ipv4_mapped is None:
            return f"{int(whole) >> 64:x}/64"
    return address


def _hash(salt: bytes, token: str) -> bytes:
    return hashlib.sha256(salt + token.encode("utf-8", "surrogatepass")).digest()


def _plain_hash(token: str) -> bytes:
    """For random tokens alone, which nobody can guess."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
