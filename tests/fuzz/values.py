"""Values that nobody types, and those that somebody does: by a seed, so that a finding is found again."""

from __future__ import annotations

from random import Random

TEXTS = (
    *("", " ", "0", "-1", "-0", "1", "2", "7", "00001", "1e9", "1.5", "1,000", "NaN", "inf", "½", "١٢", "１２"),
    *("99999999999", "9223372036854775808", "9" * 400, "9" * 5_000, "2147483648", "32768"),
    *(
        "\x00",
        "a\x00b",
        "\r\n\r\nX-Evil: 1",
        "\t=1+1",
        "\r=1",
        "=1+1",
        "+1",
        "-1+1",
        "@SUM(A1)",
        "＝1",
        "=HYPERLINK(1)",
    ),
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}", "{% load static %}", "${7*7}"),
    *(
        "' OR 1=1 --",
        '"; DROP TABLE x; --',
        "%s%n%d",
        "%00",
        "%",
        "\\",
        "../../../etc/passwd",
        "//evil.example",
        "javascript:1",
    ),
    *(
        "A" * 121,
        "A" * 301,
        "A" * 20_000,
        "é" * 5_000,
        "e\u0301" * 200,
        "\u202eabc",
        "\u200b",
        "\ufeffabc",
        "🂡" * 40,
        "Ω≈ç√",
    ),
    *(
        "on",
        "null",
        "true",
        "[]",
        "{}",
        "[[1,2],[3]]",
        '{"a": 1}',
        "1 2 3",
        "1-2",
        "1,2,3,4",
        "a, b, c",
        "4,4,3,3,3",
        "0,0,0",
    ),
    *("2026-02-30", "0000-00-00", "9999-12-31", "2026-08-20", "24:61", "12:00", "-infinity", "1970-01-01T00:00:00Z"),
    *(
        "Ada Demo",
        "ada",
        "x" * 40,
        "a b\nc d\n" * 40,
        "1. Ann\n2. Ben\n",
        "Ann;Ben;Cai\n" * 30,
        "a " * 1_000,
        ", " * 500,
    ),
)
"""Empty, large, broken, of another script, of another language, harmful elsewhere; and some that fit."""


class Chance:
    """Chooses, by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def is_so(self, share: float) -> bool:
        """True in so many cases of one."""
        return self.random.random() < share

    def text(self) -> str:
        """A text that is one of TEXTS, or some letters of any kind."""
        if self.is_so(0.75):
            return self.random.choice(TEXTS)
        return "".join(chr(self.code_point()) for _ in range(self.random.randrange(1, 30)))

    def code_point(self) -> int:
        """A character of any kind that can be sent."""
        return self.random.choice(
            [self.random.randrange(32, 127), self.random.randrange(1, 0x2FFF), self.random.randrange(0x10000, 0x1FFFF)]
        )

    def number(self) -> int:
        """A number that an address can carry."""
        return self.random.choice([0, 1, 2, 3, 4, 9, 41, 255, 32_768, 2**31, 2**63, 10**30])

    def bent(self, value: str) -> str:
        """A value with something wrong in it."""
        how = self.random.randrange(5)
        place = self.random.randrange(len(value) + 1)
        if how == 0:
            return value[:place]
        if how == 1:
            return value[:place] + self.text()[:50] + value[place:]
        if how == 2:
            return value * 2
        return self.text()

    def bent_bytes(self, content: bytes) -> bytes:
        """A file with something wrong in it: bytes changed, left out, or put in."""
        wrong = bytearray(content)
        for _ in range(self.random.randrange(1, 8)):
            place = self.random.randrange(len(wrong) + 1)
            how = self.random.randrange(4)
            if how == 0 and place < len(wrong):
                wrong[place] = self.random.randrange(256)
            elif how == 1:
                del wrong[place : place + self.random.randrange(1, 200)]
            elif how == 2:
                wrong[place:place] = self.random.randbytes(self.random.randrange(1, 40))
            else:
                wrong[place:place] = self.text().encode("utf-8", "replace")[:200]
        return bytes(wrong)

    def document(self, depth: int = 4) -> object:
        """A value of JSON, nested a little."""
        how = self.random.randrange(8 if depth else 5)
        if how < 5:
            return self.random.choice([None, True, -1, 0, 1, 10**30, 1.5, self.text(), self.text()])
        size = self.random.randrange(4)
        if how == 5:
            return [self.document(depth - 1) for _ in range(size)]
        return {self.text()[:20]: self.document(depth - 1) for _ in range(size)}

    def bent_document(self, document: object) -> object:
        """A value of JSON with something wrong in it."""
        if self.is_so(0.15):
            return self.document()
        if isinstance(document, dict) and document:
            name = self.random.choice(list(document))
            if self.is_so(0.2):
                return {key: value for key, value in document.items() if key != name}
            return {**document, name: self.bent_document(document[name])}
        if isinstance(document, list) and document:
            place = self.random.randrange(len(document))
            if self.is_so(0.1):
                return document * self.random.choice([0, 2, 400])
            return [self.bent_document(value) if at == place else value for at, value in enumerate(document)]
        return self.document()
