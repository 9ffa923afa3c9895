"""What we make of texts as Java does, beside Java itself."""

from __future__ import annotations

import random

import pytest

from boardgames.games.java import equal_but_for_case, integer, trim
from tests.oracle_java import asked, hexadecimal

SIGNS = "".join(map(chr, range(0x24))) + "\x7f\x85\xa0\u1680\u2003\u2028\u3000\ufeff+-09٣５𝟒_. xX"
LETTERS = "randomRANDOMıİſKßσςΣǅéÉΩΩ𐐀𐐨"


def text(rng: random.Random, signs: str, longest: int) -> str:
    return "".join(rng.choices(signs, k=rng.randrange(longest + 1)))


def number(rng: random.Random) -> str:
    value = rng.choice([0, 7, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 10**12, rng.randrange(-(2**33), 2**33)])
    digits = rng.choice(["{}", "+{}", "000000000000{}", "-{}", " {}", "{}_0", "{}\0", "--{}"]).format(value)
    return rng.choice([digits, text(rng, SIGNS, 4), digits.replace("1", "١")])


@pytest.mark.parametrize(
    ("count", "live"),
    [
        pytest.param(200_000, True, marks=pytest.mark.slow),
        pytest.param(1_000, True, marks=pytest.mark.thorough),
        (400, False),
    ],
)
def test_java_says_the_same(count: int, live: bool) -> None:
    rng = random.Random(count)
    texts = [text(rng, SIGNS, 8) for _ in range(count)]
    numbers = [number(rng) for _ in range(count)]
    pairs = [(one, text(rng, LETTERS, len(one)) if rng.random() < 0.2 else changed(rng, one))
             for one in (text(rng, LETTERS, 6) for _ in range(count))]  # fmt: skip
    said = asked(
        [
            *(f"trim {hexadecimal(each)}" for each in texts),
            *(f"integer {hexadecimal(each)}" for each in numbers),
            *(f"alike {hexadecimal(one)} {hexadecimal(other)}" for one, other in pairs),
        ],
        live=live,
    )
    for each, told in zip(texts, said[:count], strict=True):
        assert hexadecimal(trim(each)) == told, ascii(each)
    for each, told in zip(numbers, said[count : 2 * count], strict=True):
        assert str(integer(each)).lower() == told, ascii(each)
    for (one, other), told in zip(pairs, said[2 * count :], strict=True):
        assert str(equal_but_for_case(one, other)).lower() == told, ascii((one, other))
    assert 0 < said[2 * count :].count("true") < count


def changed(rng: random.Random, word: str) -> str:
    """The same letters, most of them in another case."""
    return "".join(rng.choice([each.upper()[:1], each.lower()[:1], each, each.swapcase()[:1]]) for each in word)
