"""Classes whose objects refuse assignment, compiled or not."""

from __future__ import annotations

from typing import Any


def seal(*classes: type) -> None:
    """Let objects of these classes refuse assignment once they are made, as those of compiled classes do by themselves.

    Attributes are those that ``__init__`` sets; one with ``_`` in front may be set later.
    """
    for sealed in classes:
        if hasattr(sealed, "__mypyc_attrs__"):
            continue
        from dis import get_instructions  # which the compiled build never needs

        inits = [vars(base)["__init__"] for base in sealed.__mro__[:-1] if "__init__" in vars(base)]
        # Only what is stored: an __init__ also names the globals that it reads, which are not attributes.
        steps = [step for init in inits for step in get_instructions(init)]
        names = frozenset(step.argval for step in steps if step.opname == "STORE_ATTR")

        def set_once(self: Any, name: str, value: object, names: frozenset[str] = names) -> None:
            if name[0] != "_" and (name not in names or hasattr(self, name)):
                raise AttributeError(f"{type(self).__name__} objects never change, so {name} cannot be set")
            object.__setattr__(self, name, value)  # not by __dict__: that would make every later look slower

        def keep(self: Any, name: str) -> None:
            raise AttributeError(f"{type(self).__name__} objects never change, so {name} cannot be deleted")

        sealed.__setattr__ = set_once  # type: ignore[method-assign,assignment]
        sealed.__delattr__ = keep  # type: ignore[method-assign,assignment]
