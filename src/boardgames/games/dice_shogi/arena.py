"""The dice of CodinGame's arena, to replay its games."""

from __future__ import annotations

from collections.abc import Iterator


def arena_dice(seed: int) -> Iterator[int]:
    """The rolls of the arena for a seed, without end; seed 0 always rolls 6.

    They are those of Java's ``SecureRandom`` "SHA1PRNG", seeded with the number:
    a state that begins as the SHA-1 of the seed's eight bytes, little-endian, and
    gives a SHA-1 of itself for each block of output.  A seed is signed and has 64
    bits; of a larger number the lowest 64 are taken.

    >>> from itertools import islice
    >>> list(islice(arena_dice(1), 10))
    [5, 4, 5, 6, 3, 6, 3, 5, 5, 2]
    """
    if seed == 0:
        while True:
            yield 6
    numbers = _java_integers(seed)
    while True:
        number = next(numbers) >> 1  # 31 bits
        rest = number % 6
        if number - rest + 5 < 2**31:  # else the last, incomplete six would favour small numbers
            yield rest + 1


def _java_integers(seed: int) -> Iterator[int]:
    """The generator's output, 32 bits at a time."""
    from hashlib import sha1

    state = bytearray(sha1((seed % 2**64).to_bytes(8, "little")).digest())
    stream = b""
    while True:
        output = sha1(state).digest()
        _advance(state, output)
        stream += output
        while len(stream) >= 4:
            yield int.from_bytes(stream[:4], "big")
            stream = stream[4:]


def _advance(state: bytearray, output: bytes) -> None:
    """Add the output and 1 to the state, byte by byte from the first, in Java's signed bytes."""
    carry, changed = 1, False
    for place, byte in enumerate(output):
        total = _signed(state[place]) + _signed(byte) + carry
        changed = changed or state[place] != total % 256
        state[place] = total % 256
        carry = total >> 8
    if not changed:
        state[0] = (state[0] + 1) % 256


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte
