#!/usr/bin/env python3
"""Draws the icon of the program, Assets/photodiary.svg: a page of a diary in a terminal, with a photo
on it and a cursor after what is written."""

import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "photodiary.svg")
SIZE = 128
TERMINAL, EDGE = "#1f2430", "#3a4356"
PAPER, INK, CURSOR = "#fbf5e6", "#b9ae97", "#e8703a"
SKY, SUN, FAR, NEAR = "#8ec5e8", "#fff1c2", "#4f86a6", "#2f5d50"


def box(x, y, width, height, color, round=0, **more):
    attributes = {"x": x, "y": y, "width": width, "height": height, "rx": round, "fill": color, **more}
    return element("rect", attributes)


def polygon(points, color):
    return element("polygon", {"points": " ".join(f"{x},{y}" for x, y in points), "fill": color})


def element(name, attributes):
    return f"<{name} " + " ".join(f'{key}="{value}"' for key, value in attributes.items()) + "/>"


def ridge(left, right, base, peaks):
    """The outline of mountains that stand on a line."""
    return [(left, base)] + peaks + [(right, base)]


def shapes():
    # The terminal, with its edge inside of the icon.
    yield box(6, 14, 116, 100, TERMINAL, 12, stroke=EDGE, **{"stroke-width": 4})
    # The page.
    yield box(20, 26, 88, 76, PAPER, 4)
    # The photo: sky, sun, two ridges.
    yield box(28, 34, 40, 36, SKY, 2)
    yield element("circle", {"cx": 56, "cy": 44, "r": 5, "fill": SUN})
    yield polygon(ridge(28, 68, 70, [(28, 62), (40, 47), (54, 66)]), FAR)
    yield polygon(ridge(36, 68, 70, [(46, 61), (55, 53), (68, 64)]), NEAR)
    # What is written beside it and below, as characters are seen from afar.
    for y, width in ((36, 24), (46, 26), (56, 18)):
        yield box(76, y, width, 5, INK, 2)
    yield box(28, 78, 72, 5, INK, 2)
    yield box(28, 89, 36, 5, INK, 2)
    # The cursor.
    yield box(68, 86, 6, 11, CURSOR, 1)


def main():
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">']
    lines += ["  " + shape for shape in shapes()] + ["</svg>"]
    with open(FILE, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
