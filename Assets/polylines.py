"""What the scripts that make the files of places and of the map have in common."""

import glob
import math
import os
import sys


def one(folder, pattern):
    paths = glob.glob(os.path.join(folder, pattern))
    if len(paths) != 1:
        sys.exit(f"{folder} needs one file {pattern}. The commands at the top of this script bring it.")
    return paths[0]


def simplified_line(points, tolerance):
    """Ramer, Douglas and Peucker; the ends stay."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (ay, ax), (by, bx) = points[first], points[last]
        dy, dx = by - ay, bx - ax
        length = math.hypot(dy, dx)
        worst, place = tolerance, None
        for index in range(first + 1, last):
            y, x = points[index]
            if length == 0:
                distance = math.hypot(y - ay, x - ax)
            else:
                distance = abs(dy * (x - ax) - dx * (y - ay)) / length
            if distance > worst:
                worst, place = distance, index
        if place is not None:
            keep.add(place)
            stack += [(first, place), (place, last)]
    return [points[index] for index in sorted(keep)]


def varint(number):
    number = number << 1 if number >= 0 else (-number << 1) - 1
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    result.append(number)
    return result
