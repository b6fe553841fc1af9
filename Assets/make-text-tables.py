#!/usr/bin/env python3
"""Writes the tables for line breaking, widths and searches, and the test data for line and cluster
breaks, from the Unicode Character Database in Debian's package unicode-data. Run it in the project's
folder.

A table is a file of 32-bit numbers in little-endian order, which the program reads in place. Those
for line breaking and widths are ascending (Sources/TerminalUI/Text/UnicodeTable.swift); the one for
searches is described in Sources/DiaryCore/Query/ScalarFolding.swift."""

import os
import re
import struct

DATA = "/usr/share/unicode"
TABLES = "Sources/CData/unicode"
LAST = 0x110000


def rows(name):
    """Returns the rows of a file: first scalar, last scalar, value. Default values come first."""
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        lines = file.read().splitlines()
    missing = [line[len("# @missing:") :] for line in lines if line.startswith("# @missing:")]
    result = []
    for line in missing + lines:
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) < 2:
            continue
        ends = [int(end, 16) for end in fields[0].split("..")]
        result.append((ends[0], ends[-1], fields[1]))
    return result


def values(name, default, only=None):
    result = [default] * LAST
    for first, last, value in rows(name):
        if only is None or value == only:
            result[first : last + 1] = [value] * (last + 1 - first)
    return result


breaks = values("LineBreak.txt", "XX")
widths = values("EastAsianWidth.txt", "N")
pictographs = values("emoji/emoji-data.txt", "", "Extended_Pictographic")
with open(os.path.join(DATA, "LineBreak.txt"), encoding="utf-8") as file:
    version = re.search(r"(\d+\.\d+)", file.readline()).group(1)
categories = ["Cn"] * LAST
first = None
with open(os.path.join(DATA, "UnicodeData.txt"), encoding="utf-8") as file:
    for line in file:
        fields = line.split(";")
        scalar = int(fields[0], 16)
        if fields[1].endswith("First>"):
            first = scalar
            continue
        start = first if fields[1].endswith("Last>") else scalar
        categories[start : scalar + 1] = [fields[2]] * (scalar + 1 - start)

# In blocks reserved for ideographs and pictographs, unassigned scalars are ideographs.
for first, last in [
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
    (0x1F000, 0x1FAFF), (0x1FC00, 0x1FFFD),
]:
    for scalar in range(first, last + 1):
        if breaks[scalar] == "XX":
            breaks[scalar] = "ID"
for scalar in range(0x20A0, 0x20D0):
    if breaks[scalar] == "XX":
        breaks[scalar] = "PR"


def resolved(scalar):
    """Returns the class after LB1, combined with the properties that LB30 and LB30b depend on."""
    value = breaks[scalar]
    if value in ("AI", "SG", "XX"):
        return "AL"
    if value == "SA":
        return "CM" if categories[scalar] in ("Mn", "Mc") else "AL"
    if value == "CJ":
        return "NS"
    if value in ("OP", "CP") and widths[scalar] in ("F", "W", "H"):
        return value + "wide"
    if pictographs[scalar] and categories[scalar] == "Cn":
        return "EBfuture"
    return value


# The Hangul in words, as opposed to circled and parenthesized syllables.
HANGUL_LETTERS = [
    (0x1100, 0x11FF), (0x3131, 0x318E), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xFFA0, 0xFFDC),
]


# The raw values of `LineBreakClass`, in the order of its cases.
with open("Sources/TerminalUI/Text/LineBreaker.swift", encoding="utf-8") as file:
    names = re.findall(r"^  case \w+  // (\w+)$", file.read(), re.MULTILINE)
CODES = {name: code for code, name in enumerate(names)}


def starts(values):
    """Yields the start of each run of equal values, and its value."""
    last = None
    for scalar, value in enumerate(values):
        if value != last:
            yield scalar, value
        last = value


def write_table(name, numbers):
    with open(f"{TABLES}/{name}.bin", "wb") as file:
        file.write(struct.pack(f"<{len(numbers)}I", *numbers))


def edges(flags):
    """Returns the first scalar of each range of set flags and the first one after it, in turn."""
    return [scalar for scalar, _ in starts(flags)][1:]


classes = [resolved(scalar) for scalar in range(LAST)]
# Hangul counts as letters, so that Korean breaks between words.
for first, last in HANGUL_LETTERS:
    classes[first : last + 1] = ["AL"] * (last + 1 - first)
# Runs of one class: each run's first scalar times 64, plus the class.
write_table("line-breaks", [scalar << 6 | CODES[value] for scalar, value in starts(classes)])

# Two columns wide in version 14.0, the version of Debian 12's C library and therefore of ncurses.
# The library adds some circled numbers and the hexagrams.
ages = values("DerivedAge.txt", "Unassigned")
wide = [
    width in ("W", "F") and categories[scalar] != "Mn"
    and ages[scalar] != "Unassigned" and float(ages[scalar]) <= 14
    or 0x3248 <= scalar <= 0x324F
    or 0x4DC0 <= scalar <= 0x4DFF
    for scalar, width in enumerate(widths)
]
write_table("wide", edges(wide))

# One column wide, and two in East Asian fonts.
ambiguous = [
    width == "A" and not (0xE000 <= scalar <= 0xF8FF or scalar >= 0xF0000)
    # Lines, bars and blocks are always drawn in one column.
    and not 0x2500 <= scalar <= 0x259F
    and categories[scalar] not in ("Mn", "Me", "Cf", "Co")
    for scalar, width in enumerate(widths)
]
write_table("ambiguous", edges(ambiguous))

# Foldings for searches: NFKC_Casefold, with quotes and dashes of one kind, and without accents.
decompositions = {}
classes = {}
with open(os.path.join(DATA, "UnicodeData.txt"), encoding="utf-8") as file:
    for line in file:
        fields = line.split(";")
        classes[int(fields[0], 16)] = int(fields[3])
        if fields[5]:
            decompositions[int(fields[0], 16)] = fields[5].split()
casefolds = {}
with open(os.path.join(DATA, "DerivedNormalizationProps.txt"), encoding="utf-8") as file:
    for line in file:
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) == 3 and fields[1] == "NFKC_CF":
            ends = [int(end, 16) for end in fields[0].split("..")]
            for scalar in range(ends[0], ends[-1] + 1):
                casefolds[scalar] = [int(part, 16) for part in fields[2].split()]
quotes = values("PropList.txt", "", "Quotation_Mark")
dashes = values("PropList.txt", "", "Dash")
diacritics = values("PropList.txt", "", "Diacritic")
APOSTROPHES = [0x27, *range(0x2018, 0x201C), 0x2039, 0x203A, 0xFF07, 0xB4, 0x2BC, 0x2032]


def decomposed(scalar):
    """Returns the canonical decomposition."""
    parts = decompositions.get(scalar)
    if not parts or parts[0].startswith("<"):
        return [scalar]
    return [last for part in parts for last in decomposed(int(part, 16))]


HANGUL = [(0x1100, 0x11FF), (0x3131, 0x318E), (0x3200, 0x321E), (0x3260, 0x327E), (0xA960, 0xA97F),
          (0xAC00, 0xD7FF)]


def is_hangul(scalar):
    return any(first <= scalar <= last for first, last in HANGUL)


def with_accents(scalar):
    """Returns the folding in which accents remain."""
    if is_hangul(scalar):
        return [scalar]
    if 0xFFA0 <= scalar <= 0xFFDC and scalar in decompositions:
        return [int(decompositions[scalar][1], 16)]
    if scalar in APOSTROPHES:
        return [0x27]
    if quotes[scalar] or scalar == 0x2033:
        return [0x22]
    if dashes[scalar]:
        return [0x2D]
    folded = casefolds.get(scalar, [scalar])
    return folded if folded == [scalar] else [last for part in folded for last in with_accents(part)]


def is_accent(scalar):
    # Nuktas, voiced sounds of kana and viramas distinguish letters: classes 7 to 9.
    return categories[scalar] == "Mn" and diacritics[scalar] and classes[scalar] not in (7, 8, 9)


def without_accents(folded):
    result = []
    for scalar in folded:
        parts = [scalar] if is_hangul(scalar) else decomposed(scalar)
        rest = [part for part in parts if not is_accent(part)]
        result += [scalar] if rest == parts else rest
    return result


pool = []


def reference(folded):
    """Returns a scalar, or the place of several or none in the pool."""
    if len(folded) == 1:
        return folded[0]
    place = next((i for i in range(len(pool)) if pool[i : i + len(folded)] == folded), len(pool))
    if place == len(pool):
        pool.extend(folded)
    return 1 << 31 | place << 8 | len(folded)


foldings = []
for scalar in range(LAST):
    if 0xE0000 <= scalar <= 0xE0FFF or 0xD800 <= scalar <= 0xDFFF:
        continue
    accented = with_accents(scalar)
    plain = without_accents(accented)
    if [scalar] != accented or accented != plain:
        foldings.append((scalar, reference(plain), reference(accented)))
write_table(
    "foldings",
    [len(foldings), *(scalar for scalar, _, _ in foldings), *(plain for _, plain, _ in foldings),
     *(accented for _, _, accented in foldings), *pool],
)


def write_tests(name, annex, words, path, excluded=()):
    with open(os.path.join(DATA, "auxiliary", name), encoding="utf-8") as file:
        tests = [line.split("#")[0].split() for line in file]
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            f"""# The tests of {annex} from the Unicode Character Database {version} (auxiliary/{name}),
# © 2022 Unicode, Inc., under the Unicode license (https://www.unicode.org/license.txt). Made by
# Assets/make-text-tables.py. Scalars in hexadecimal; a bar where {words}, a blank where not.
"""
        )
        for test in tests:
            marks = {"÷": "|", "×": " "}
            scalars = [int(part, 16) for part in test if part not in marks]
            if scalars and not any(a <= scalar <= b for scalar in scalars for a, b in excluded):
                line = "".join(marks.get(part) or f"{int(part, 16):X}" for part in test)
                file.write(line.strip(" |") + "\n")


write_tests(
    "LineBreakTest.txt",
    "UAX #14",
    "a line may break",
    "Tests/TerminalUITests/Fixtures/LineBreakTest.txt",
    excluded=HANGUL_LETTERS,
)
write_tests(
    "GraphemeBreakTest.txt",
    "UAX #29",
    "a cluster ends",
    "Tests/TextTests/Fixtures/GraphemeBreakTest.txt",
)
