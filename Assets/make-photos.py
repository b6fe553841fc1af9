#!/usr/bin/env python3
"""Paints the sample diary's photos into Assets/photos, all or those named, and its video.

Needs Pillow, numpy and ffmpeg. The result is the same each time."""

import os
import subprocess
import sys
from PIL import Image, ImageDraw, ImageFilter
import numpy as np

W, H = 1200, 900
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "photos")
yy, xx = np.mgrid[0:H, 0:W].astype(np.float32)
U, V = xx / W, yy / H


def rgb(text):
    return np.array([int(text[i : i + 2], 16) for i in (0, 2, 4)], np.float32)


def gradient(stops):
    """A sky: [(height 0..1, colour)], from the top down."""
    heights = [h for h, _ in stops]
    colors = np.array([rgb(c) for _, c in stops])
    return np.stack([np.interp(V, heights, colors[:, i]) for i in range(3)], -1)


def noise(seed, cells, octaves=4):
    """Smooth noise, 0..1."""
    random = np.random.default_rng(seed)
    total, weight = np.zeros((H, W), np.float32), 0.0
    for octave in range(octaves):
        n = cells * 2**octave
        small = Image.fromarray((random.random((max(2, n * 3 // 4), n)) * 255).astype(np.uint8))
        layer = np.asarray(small.resize((W, H), Image.BICUBIC), np.float32) / 255
        total += layer / 2**octave
        weight += 1 / 2**octave
    return total / weight


def ridge(seed, base, height, cells=4):
    """For each column, how far down the mountain's edge is, 0..1."""
    line = noise(seed, cells, 6)[H // 2]
    return base - height * (line - 0.5) * 2


def blend(image, color, mask):
    mask = np.clip(mask, 0, 1)[..., None]
    return image * (1 - mask) + (rgb(color) if isinstance(color, str) else color) * mask


def below(image, edge, color, soft=0.004):
    return blend(image, color, (V - edge[None, :]) / soft)


def glow(image, u, v, radius, color, power=2.0, strength=1.0):
    distance = np.hypot((U - u) * W / H, V - v) / radius
    return blend(image, color, strength * np.exp(-(distance**power)))


def paint(image, draw_on, blur=0.0):
    """Draws shapes with Pillow on a layer of their own and lays it over the image."""
    layer = Image.new("RGBA", (W, H), (0, 0, 0, 0))
    draw_on(ImageDraw.Draw(layer, "RGBA"))
    if blur:
        layer = layer.filter(ImageFilter.GaussianBlur(blur))
    pixels = np.asarray(layer, np.float32)
    return blend(image, pixels[..., :3], pixels[..., 3] / 255)


def canvas_texture(image, seed, amount=9):
    """The grain of brush and canvas."""
    grain = noise(seed, 150, 2) - 0.5
    strokes = noise(seed + 1, 40, 3) - 0.5
    return image + (grain * amount + strokes * amount)[..., None]


def river_fog():
    image = gradient([(0, "7d8fa8"), (0.3, "d9b7a0"), (0.48, "f6dcb4"), (0.56, "e9d4bd"), (1, "5d7488")])
    image = glow(image, 0.66, 0.36, 0.30, "fff0c4", 2, 0.9)
    image = glow(image, 0.66, 0.36, 0.05, "fffbea", 4)
    image = below(image, ridge(11, 0.40, 0.12), "a99fa6", 0.02)
    image = below(image, ridge(12, 0.46, 0.08, 6), "7f8391", 0.015)
    water = gradient([(0, "e8cfb4"), (0.52, "ead2b6"), (0.7, "9ba6b0"), (1, "3f566b")])
    image = blend(image, water, (V - 0.54) / 0.01)
    image = blend(image, "fff0cf", (V > 0.54) * np.exp(-(((U - 0.66) / (0.03 + 0.25 * (V - 0.54))) ** 2)) * (0.4 + 0.6 * noise(13, 60, 2)))

    def bridge(draw):
        ink = (58, 62, 76, 255)
        draw.rectangle([0, 396, W, 420], fill=ink)
        draw.rectangle([0, 376, W, 382], fill=ink)
        for x in range(0, W, 40):
            draw.rectangle([x, 376, x + 5, 400], fill=ink)
        for x in range(90, W, 240):
            draw.rectangle([x, 420, x + 44, 560], fill=ink)
            draw.ellipse([x - 14, 546, x + 58, 574], fill=(58, 62, 76, 140))

    image = paint(image, bridge, 1.2)
    fog = np.exp(-(((V - 0.56) / 0.09) ** 2)) * (0.35 + 0.75 * noise(14, 5, 3))
    image = blend(image, "f3e6d6", fog * 0.85)

    def reeds(draw):
        random = np.random.default_rng(15)
        for _ in range(130):
            x = int(random.normal(150, 130))
            top = int(random.uniform(600, 790))
            draw.line([x, 900, x + int(random.normal(18, 22)), top], fill=(38, 44, 48, 255), width=5)

    return paint(image, reeds, 0.8)


def first_snow():
    image = gradient([(0, "8fa3bd"), (0.5, "c3cfdc"), (0.62, "dfe6ec"), (1, "eef3f7")])
    image = below(image, ridge(21, 0.50, 0.14, 3), "a3b1c4", 0.01)
    image = below(image, ridge(22, 0.60, 0.07, 4), "8193a8", 0.01)
    image = below(image, ridge(23, 0.70, 0.05, 2), "f4f7fa", 0.006)
    image = blend(image, "c4d3e6", (V > 0.72) * noise(24, 5, 3) * 0.8)

    def pine(draw, x, foot, tall, dark):
        draw.rectangle([x - tall * 0.025, foot - tall * 0.15, x + tall * 0.025, foot], fill=(70, 52, 44, 255))
        for step in range(7):
            top = foot - tall + step * tall * 0.115
            half = tall * (0.07 + step * 0.045)
            low = top + tall * 0.24
            draw.polygon([(x, top), (x - half, low), (x + half, low)], fill=dark)
            draw.polygon([(x, top), (x - half, low), (x - half * 0.55, low - tall * 0.035), (x, top + tall * 0.075), (x + half * 0.35, low - tall * 0.07)], fill=(246, 250, 255, 255))

    def pines(draw):
        for x, foot, tall in [(120, 640, 190), (220, 655, 240), (1090, 640, 210), (980, 630, 160)]:
            pine(draw, x, foot, tall, (72, 96, 104, 255))
        pine(draw, 640, 830, 660, (30, 66, 60, 255))

    image = paint(image, pines, 1.0)

    def flakes(draw):
        random = np.random.default_rng(25)
        for _ in range(420):
            x, y, r = random.uniform(0, W), random.uniform(0, H), random.uniform(1.5, 5)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 255, 255, 215))

    return paint(image, flakes, 0.8)


def plum_blossom():
    image = gradient([(0, "6fb0d8"), (0.7, "bfe0ea"), (1, "e6efe0")])
    image = blend(image, "ffffff", (noise(31, 3, 5) - 0.5) * 3)
    image = below(image, ridge(32, 0.86, 0.05, 3), "7fa35c", 0.01)
    random = np.random.default_rng(33)
    tips = []

    def branch(draw, x, y, angle, length, width):
        x2, y2 = x + np.cos(angle) * length, y - np.sin(angle) * length
        draw.line([x, y, x2, y2], fill=(66, 42, 40, 255), width=max(2, int(width)))
        draw.ellipse([x2 - width / 2, y2 - width / 2, x2 + width / 2, y2 + width / 2], fill=(66, 42, 40, 255))
        if width < 14:
            tips.extend([(x2, y2), ((x + x2) / 2, (y + y2) / 2)])
        if width > 3:
            for turn in random.choice([-0.75, -0.45, 0.35, 0.65], 3 if width > 9 else 2, replace=False):
                branch(draw, x2, y2, angle + turn + random.normal(0, 0.1), length * random.uniform(0.68, 0.86), width * 0.66)

    image = paint(image, lambda draw: branch(draw, 560, 880, 1.62, 210, 46), 0.8)

    def blossoms(draw):
        for x, y in tips:
            for _ in range(5):
                a, b, r = random.normal(x, 20), random.normal(y, 20), random.uniform(6, 15)
                tone = random.choice(4)
                color = [(255, 214, 228), (247, 160, 190), (255, 240, 246), (226, 104, 150)][tone]
                draw.ellipse([a - r, b - r, a + r, b + r], fill=color + (240,))

    image = paint(image, blossoms, 0.8)

    def petals(draw):
        for _ in range(120):
            x, y = random.uniform(0, W), random.uniform(760, H)
            draw.ellipse([x, y, x + 12, y + 7], fill=(252, 196, 214, 220))

    return paint(image, petals, 0.6)


def han_river_night():
    image = gradient([(0, "070b22"), (0.35, "1b2350"), (0.55, "4a3b6e"), (0.6, "7a4f74"), (1, "0a1028")])
    image = glow(image, 0.5, 0.58, 0.5, "b0688a", 2, 0.5)
    random = np.random.default_rng(41)
    lights = []

    def city(draw):
        x = 0
        while x < W:
            wide, tall = int(random.uniform(34, 90)), int(random.uniform(70, 290))
            draw.rectangle([x, 545 - tall, x + wide, 545], fill=(16, 20, 44, 255))
            for row in range(545 - tall + 12, 535, 18):
                for column in range(x + 6, x + wide - 8, 13):
                    if random.random() < 0.5:
                        color = [(255, 214, 130), (255, 240, 200), (150, 200, 255)][random.choice(3, p=[0.6, 0.25, 0.15])]
                        draw.rectangle([column, row, column + 6, row + 9], fill=color + (255,))
            lights.append((x + wide // 2, tall))
            x += wide + int(random.uniform(0, 12))
        draw.polygon([(846, 545), (858, 130), (866, 90), (874, 130), (886, 545)], fill=(34, 40, 84, 255))
        draw.rectangle([838, 170, 894, 196], fill=(110, 220, 235, 255))

    image = paint(image, city, 0.7)
    sky = image[:540]
    mirror = np.zeros_like(image)
    mirror[560:] = sky[::-1][: H - 560]
    shift = ((noise(42, 70, 2) - 0.5) * 60).astype(int)
    rows = np.clip(yy.astype(int) + shift // 3, 560, H - 1)
    mirror = mirror[rows, np.clip(xx.astype(int) + shift, 0, W - 1)]
    blurred = Image.fromarray(np.clip(mirror, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(4))
    image = blend(image, np.asarray(blurred, np.float32) * 0.75 + rgb("0c1430") * 0.25, (V - 0.61) / 0.01)

    def bridge(draw):
        draw.rectangle([0, 585, W, 603], fill=(38, 34, 62, 255))
        for x in range(40, W, 150):
            draw.rectangle([x, 600, x + 16, 690], fill=(38, 34, 62, 255))
        for x in range(0, W, 30):
            draw.ellipse([x, 572, x + 12, 584], fill=(255, 190, 90, 255))
            draw.line([x + 6, 610, x + 6, 720], fill=(255, 180, 90, 70), width=6)

    image = paint(image, bridge, 1.2)
    return glow(image, 0.16, 0.14, 0.045, "fff6d8", 6)


def warm_soup():
    image = gradient([(0, "5b3d2e"), (0.38, "7d553c"), (0.42, "a87448"), (1, "c98f58")])
    image = blend(image, "5a3a22", (V > 0.42) * (noise(51, 2, 1) * 0.2 + (np.abs(np.sin((V * 1.6 + noise(52, 3, 3) * 0.14) * 55)) > 0.97) * 0.5))
    image = glow(image, 0.2, 0.05, 0.7, "ffd89a", 2, 0.55)

    def bowl(draw):
        draw.ellipse([250, 700, 960, 860], fill=(60, 34, 20, 120))
        draw.pieslice([260, 200, 940, 820], 0, 180, fill=(44, 74, 108, 255))
        draw.pieslice([260, 240, 940, 790], 20, 160, fill=(58, 94, 132, 255))
        draw.rectangle([480, 770, 720, 830], fill=(44, 74, 108, 255))
        draw.ellipse([250, 410, 950, 630], fill=(226, 226, 220, 255))
        draw.ellipse([275, 425, 925, 615], fill=(184, 66, 34, 255))
        draw.ellipse([300, 440, 900, 600], fill=(214, 92, 44, 255))
        for x, y, w in [(400, 480, 110), (560, 460, 120), (700, 500, 110), (500, 535, 100), (640, 548, 90)]:
            draw.rounded_rectangle([x, y, x + w, y + 46], 10, fill=(250, 236, 205, 255))
        random = np.random.default_rng(53)
        for _ in range(90):
            a, r = random.uniform(0, 6.28), random.uniform(0, 1) ** 0.5
            x, y = 600 + np.cos(a) * r * 280, 520 + np.sin(a) * r * 68
            draw.rounded_rectangle([x, y, x + 20, y + 9], 4, fill=(72, 138, 52, 255))
        draw.line([1010, 500, 1130, 860], fill=(206, 206, 210, 255), width=14)
        draw.line([1060, 490, 1180, 850], fill=(206, 206, 210, 255), width=14)

    image = paint(image, bowl, 1.0)

    def steam(draw):
        for start, phase in [(470, 0.0), (600, 2.0), (730, 4.0)]:
            points = [(start + np.sin(y / 60 + phase) * 34, y) for y in range(90, 470, 6)]
            draw.line(points, fill=(255, 248, 236, 165), width=38, joint="curve")

    return paint(image, steam, 20)


def sea_sunset():
    image = gradient([(0, "2f3f78"), (0.25, "9a5a8c"), (0.42, "ee8460"), (0.53, "ffd08a"), (0.54, "9a5b62"), (1, "1c2c52")])
    clouds = np.clip((noise(61, 3, 5) - 0.5) * 4, 0, 1) * (V < 0.5)
    image = blend(image, "5c3a6c", clouds * 0.6)
    image = glow(image, 0.42, 0.49, 0.34, "ffdf9a", 2, 0.75)
    disc = np.hypot((U - 0.42) * W / H, V - 0.49) < 0.075
    image = blend(image, "fff3c8", disc * (V < 0.537) * 1.0)
    depth = np.clip((V - 0.537) / 0.46, 0, 1)
    waves = np.sin((1 / (depth + 0.03)) * 26 + noise(62, 6, 4) * 22)
    image = blend(image, "3a4678", (V > 0.537) * np.clip(waves, 0, 1) * 0.55)
    path = np.exp(-(((U - 0.42) / (0.035 + 0.22 * depth)) ** 2)) * (V > 0.537)
    image = blend(image, "ffcf80", path * np.clip(0.35 + waves, 0, 1))

    def boat(draw):
        draw.polygon([(850, 505), (990, 505), (965, 532), (875, 532)], fill=(34, 28, 50, 255))
        draw.polygon([(915, 370), (915, 498), (985, 498)], fill=(244, 226, 204, 255))
        draw.polygon([(908, 392), (908, 498), (858, 498)], fill=(226, 190, 170, 255))

    return paint(image, boat, 0.8)


def mountain_ridges():
    image = gradient([(0, "3f7fb4"), (0.35, "a8cfe0"), (0.55, "f3e3c0"), (1, "f3e3c0")])
    image = glow(image, 0.8, 0.3, 0.4, "fff3cf", 2, 0.8)
    colors = ["a9bfcb", "84a4b4", "5f8797", "44707a", "c8632c", "9c4a24", "3d4a2c"]
    for step, color in enumerate(colors):
        edge = ridge(71 + step, 0.40 + step * 0.09, 0.13 - step * 0.008, 3 + step % 3)
        image = below(image, edge, color, 0.003)
        depth = V - edge[None, :]
        mist = np.exp(-(((depth - 0.10) / 0.05) ** 2)) * (depth > 0)
        image = blend(image, "f1e6d0", mist * (0.42 - step * 0.045))
    trees = (V > 0.74) * np.clip((noise(79, 60, 2) - 0.5) * 5, 0, 1)
    image = blend(image, "e8a33c", trees * 0.75)
    return image


def window_reading():
    image = gradient([(0, "4a3b3f"), (1, "35292e")])
    view = gradient([(0, "9cc4da"), (0.5, "e6ead2"), (0.62, "d9a441"), (1, "7a8a3c")])
    leaves = np.clip((noise(81, 14, 3) - 0.47) * 6, 0, 1) * (V < 0.62)
    view = blend(view, "d8742c", leaves * (0.4 + 0.6 * noise(82, 30, 2)))
    view = glow(view, 0.42, 0.2, 0.3, "fff6d6", 2, 0.6)
    window = (np.abs(U - 0.42) < 0.27) & (V > 0.07) & (V < 0.7)
    image = blend(image, view, window * 1.0)

    def room(draw):
        wood = (112, 74, 48, 255)
        for box in [(160, 46, 186, 646), (820, 46, 846, 646), (490, 46, 512, 646), (160, 40, 846, 66), (160, 330, 846, 350), (130, 630, 880, 668)]:
            draw.rectangle(box, fill=wood)
        draw.polygon([(0, 740), (1200, 740), (1200, 900), (0, 900)], fill=(140, 96, 60, 255))
        draw.polygon([(330, 800), (560, 770), (570, 850), (320, 880)], fill=(250, 244, 228, 255))
        draw.polygon([(560, 770), (800, 800), (815, 880), (570, 850)], fill=(238, 228, 206, 255))
        for line in range(6):
            draw.line([355, 808 + line * 11, 540, 786 + line * 11], fill=(150, 140, 130, 255), width=3)
            draw.line([590, 786 + line * 11, 785, 808 + line * 11], fill=(150, 140, 130, 255), width=3)
        draw.rounded_rectangle([150, 700, 250, 800], 14, fill=(196, 74, 58, 255))
        draw.arc([230, 715, 290, 775], -90, 90, fill=(196, 74, 58, 255), width=12)
        draw.rectangle([1010, 420, 1026, 740], fill=(60, 48, 44, 255))
        draw.polygon([(940, 420), (1096, 420), (1060, 300), (976, 300)], fill=(255, 214, 130, 255))

    image = paint(image, room, 1.0)
    image = glow(image, 0.848, 0.42, 0.42, "ffcf85", 2, 0.5)
    image = glow(image, 0.45, 0.92, 0.35, "ffe9b8", 2, 0.25)
    cat = lambda draw: (
        draw.ellipse([640, 500, 790, 646], fill=(50, 44, 50, 255)),
        draw.ellipse([610, 440, 710, 540], fill=(50, 44, 50, 255)),
        draw.polygon([(618, 470), (622, 412), (656, 446)], fill=(50, 44, 50, 255)),
        draw.polygon([(668, 446), (698, 412), (704, 470)], fill=(50, 44, 50, 255)),
    )
    return paint(image, cat, 1.0)


# MARK: Helpers of the smaller paintings


def fill(image, points, color, blur=1.0):
    return paint(image, lambda draw: draw.polygon(points, fill=color), blur)


def mirrored(image, line, seed, tint, strength=0.3, ripple=26):
    """Water below a line (0..1) that reflects what is above it."""
    row = int(line * H)
    rows = np.clip(2 * row - yy.astype(int), 0, H - 1)
    shift = ((noise(seed, 50, 2) - 0.5) * ripple * np.clip((V - line) * 4, 0.1, 1)).astype(int)
    water = image[rows, np.clip(xx.astype(int) + shift, 0, W - 1)]
    soft = Image.fromarray(np.clip(water, 0, 255).astype(np.uint8)).filter(ImageFilter.BoxBlur(3))
    water = blend(np.asarray(soft, np.float32), tint, np.full((H, W), strength, np.float32))
    return blend(image, water, (V - line) / 0.004)


def clouds(image, seed, color, line=0.6, amount=0.8, cells=3):
    return blend(image, color, np.clip((noise(seed, cells, 5) - 0.5) * 4, 0, 1) * (V < line) * amount * np.clip((line - V) * 6, 0, 1))


def snowfall(image, seed, count=380, most=5):
    def flakes(draw):
        random = np.random.default_rng(seed)
        for _ in range(count):
            x, y, r = random.uniform(0, W), random.uniform(0, H), random.uniform(1.5, most)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 255, 255, 210))

    return paint(image, flakes, 0.9)


def table(seed, wall, wood, line=0.56):
    """A wall and a wooden table in front of it."""
    image = gradient([(0, wall[0]), (line, wall[1]), (line + 0.005, wood[0]), (1, wood[1])])
    grain = np.abs(np.sin((V * 2.2 + noise(seed, 3, 3) * 0.12) * 60)) > 0.965
    return blend(image, "2a1a10", (V > line + 0.01) * grain * 0.35)


def sphere(image, x, y, r, light, dark, squash=1.0, casts_shadow=True):
    """A round fruit, lit from the upper left, with its shadow below."""
    if casts_shadow:
        shadow = np.hypot((xx - x - r * 0.35) / (r * 1.25), (yy - y - r * squash * 0.88) / (r * 0.3))
        image = blend(image, "1c1008", np.exp(-(shadow**4)) * 0.45)
    distance = np.hypot((xx - x) / r, (yy - y) / (r * squash))
    shade = np.clip(np.hypot((xx - x + r * 0.4) / r, (yy - y + r * 0.45) / r) / 1.55, 0, 1)[..., None]
    body = rgb(light) * (1 - shade) + rgb(dark) * shade
    image = blend(image, body, (1 - distance) * r / 1.5)
    return blend(image, "ffffff", np.exp(-((np.hypot(xx - x + r * 0.42, yy - y + r * 0.46) / (r * 0.2)) ** 2)) * 0.55)


def steam(image, columns, low, high, color="fffaf0", strength=0.5):
    for number, x in enumerate(columns):
        line = x + np.sin(yy / 52 + number * 2) * 26
        rise = np.exp(-(((xx - line) / 20) ** 2)) * np.clip((low - yy) / 60, 0, 1) * np.clip((yy - high) / 120, 0, 1)
        image = blend(image, color, rise * strength)
    return image


def bush(draw, random, x, y, spread, colors, count=220, size=(7, 17), flat=0.8):
    for _ in range(count):
        a, d = random.uniform(0, 6.28), random.uniform(0, 1) ** 0.5
        u, v, r = x + np.cos(a) * d * spread, y + np.sin(a) * d * spread * flat, random.uniform(*size)
        color = colors[random.integers(len(colors))]
        draw.ellipse([u - r, v - r, u + r, v + r], fill=color + (235,))


# MARK: Still lives


def morning_coffee():
    image = table(101, ("d9c6a6", "b99a74"), ("9c6b42", "6d4527"))
    window = (np.abs(U - 0.2) < 0.15) & (V > 0.05) & (V < 0.48)
    image = blend(image, gradient([(0, "f9f2dc"), (0.5, "cfe0d8"), (1, "cfe0d8")]), window * 1.0)
    image = glow(image, 0.2, 0.25, 0.55, "fff2cc", 2, 0.6)
    for left in (0.16, 0.4):
        ray = np.exp(-(((U - left - (V - 0.56) * 0.7) / 0.06) ** 2)) * (V > 0.565)
        image = blend(image, "ffdf9e", ray * 0.55)

    def cup(draw):
        for x in (40, 228, 418):
            draw.rectangle([x, 40, x + 12, 440], fill=(246, 240, 226, 255))
        draw.rectangle([40, 230, 430, 242], fill=(246, 240, 226, 255))
        draw.rectangle([20, 430, 450, 456], fill=(240, 232, 214, 255))
        draw.ellipse([430, 720, 980, 840], fill=(40, 22, 12, 130))
        draw.ellipse([410, 680, 930, 800], fill=(236, 230, 218, 255))
        draw.ellipse([450, 690, 890, 774], fill=(214, 204, 188, 255))
        draw.arc([770, 520, 930, 700], -90, 100, fill=(236, 230, 218, 255), width=30)
        draw.polygon([(500, 480), (840, 480), (806, 700), (750, 752), (590, 752), (534, 700)], fill=(244, 239, 228, 255))
        draw.polygon([(700, 480), (840, 480), (806, 700), (750, 752), (690, 752)], fill=(214, 200, 180, 200))
        draw.ellipse([500, 440, 840, 524], fill=(250, 246, 238, 255))
        draw.ellipse([522, 452, 818, 514], fill=(70, 40, 24, 255))
        draw.ellipse([560, 458, 700, 488], fill=(134, 86, 52, 255))

    image = paint(image, cup, 1.0)
    return steam(image, [610, 680, 740], 460, 150)


def new_bread():
    image = table(102, ("4a3a34", "6b5348"), ("a87a4e", "7b532f"), 0.5)
    image = glow(image, 0.25, 0.1, 0.8, "ffcf8a", 2, 0.45)

    def loaf(draw):
        draw.rounded_rectangle([150, 640, 1060, 800], 40, fill=(196, 150, 100, 255))
        draw.rounded_rectangle([150, 760, 1060, 812], 24, fill=(142, 98, 60, 255))
        draw.ellipse([220, 610, 980, 740], fill=(60, 34, 18, 110))
        draw.ellipse([230, 300, 960, 730], fill=(142, 78, 34, 255))
        draw.ellipse([250, 306, 900, 690], fill=(182, 110, 54, 255))
        draw.ellipse([290, 322, 780, 600], fill=(206, 138, 74, 255))
        for x in (360, 490, 620, 750):
            draw.polygon([(x, 350), (x + 46, 338), (x + 120, 600), (x + 70, 620)], fill=(240, 208, 156, 255))
            draw.polygon([(x + 46, 338), (x + 62, 346), (x + 128, 590), (x + 120, 600)], fill=(120, 62, 26, 255))

    image = paint(image, loaf, 2.0)
    flour = np.clip((noise(103, 70, 3) - 0.56) * 5, 0, 1) * np.clip(1.3 - np.hypot((U - 0.46) / 0.26, (V - 0.5) / 0.17), 0, 1)
    image = blend(image, "fff0d8", flour * 0.5)
    return steam(image, [480, 600], 330, 60, "ffeedc", 0.3)


def three_pears():
    image = gradient([(0, "1d2a2c"), (0.6, "2e4240"), (0.61, "c9bda6"), (1, "8f806a")])
    image = glow(image, 0.1, 0.2, 0.9, "6f8a78", 2, 0.5)
    for x, y, lean in [(360, 600, -26), (640, 630, 8), (890, 590, 34)]:
        # A pear is as wide as the root of a curve over its height.
        t = np.clip((yy - (y - 250)) / 380, 0, 1)
        wide = 138 * np.sqrt(np.clip(np.sin(np.pi * t**1.25), 0, 1)) * (0.42 + 0.58 * t**1.1)
        middle = x + lean * (1 - t)
        shadow = np.hypot((xx - x - 60) / 190, (yy - y - 118) / 34)
        image = blend(image, "1c1810", np.exp(-(shadow**4)) * 0.5)
        inside = np.clip((wide - np.abs(xx - middle)) / 2, 0, 1) * (t > 0) * (t < 1)
        shade = np.clip((xx - middle) / 150 + 0.5 + (t - 0.5) * 0.35, 0, 1)[..., None]
        skin = rgb("e6d978") * (1 - shade) + rgb("66742a") * shade
        skin = skin + ((noise(x, 90, 2) - 0.5) * 34)[..., None]
        image = blend(image, skin, inside)
        blush = np.exp(-(np.hypot((xx - x - 40) / 80, (yy - y - 20) / 90) ** 2)) * inside
        image = blend(image, "b8522c", blush * 0.5)
        image = blend(image, "fffbe0", np.exp(-(np.hypot((xx - x + 60) / 20, (yy - y) / 46) ** 2)) * 0.6)
        image = paint(image, lambda draw: draw.line([x + lean, y - 240, x + lean * 1.6, y - 300], fill=(70, 50, 30, 255), width=10), 1.0)
    return image


def tangerines():
    image = table(104, ("6f8f9a", "a9bcb8"), ("d8c7a8", "b59c78"), 0.5)
    image = glow(image, 0.2, 0.1, 0.7, "fff4d0", 2, 0.5)

    def bowl(draw):
        draw.ellipse([230, 740, 1010, 860], fill=(50, 34, 20, 110))
        draw.pieslice([220, 330, 980, 850], 0, 180, fill=(70, 104, 130, 255))
        draw.pieslice([220, 350, 980, 830], 20, 150, fill=(92, 132, 160, 255))
        draw.ellipse([220, 540, 980, 650], fill=(46, 72, 92, 255))

    for x, y in [(470, 420), (600, 396), (730, 424)]:
        image = sphere(image, x, y, 88, "ffc04a", "d8691a", 0.92)
    image = paint(image, bowl, 1.0)
    for x, y in [(340, 540), (470, 520), (610, 512), (750, 524), (870, 548)]:
        image = sphere(image, x, y, 92, "ffb63c", "d2601a", 0.9)
        image = paint(image, lambda draw: draw.ellipse([x - 8, y - 74, x + 10, y - 62], fill=(60, 110, 50, 255)), 1.0)
    image = paint(image, lambda draw: draw.polygon([(600, 450), (690, 400), (720, 424), (640, 462)], fill=(62, 120, 54, 255)), 1.2)
    rim = lambda draw: draw.pieslice([220, 330, 980, 850], 12, 168, fill=(70, 104, 130, 255))
    image = paint(image, rim, 1.0)
    return paint(image, lambda draw: draw.arc([260, 380, 940, 830], 40, 110, fill=(150, 186, 206, 160), width=22), 4)


def tulips():
    image = table(105, ("dfe6e4", "c3cfcc"), ("e6d8c2", "cbb696"), 0.7)
    image = glow(image, 0.75, 0.1, 0.8, "fffaf0", 2, 0.6)
    random = np.random.default_rng(106)

    def flowers(draw):
        draw.ellipse([440, 800, 860, 860], fill=(80, 70, 60, 90))
        heads = [(330, 300), (430, 200), (560, 250), (660, 150), (760, 260), (870, 210), (930, 340), (500, 370), (700, 360)]
        for x, y in heads:
            draw.line([600 + (x - 600) * 0.2, 600, x, y + 60], fill=(86, 132, 70, 255), width=12)
        for lean in (-230, -140, 150, 250):
            draw.polygon([(590, 620), (600 + lean * 0.5, 420), (600 + lean * 1.3, 380), (600 + lean * 0.7, 500), (625, 620)], fill=(98, 148, 80, 255))
        for x, y in heads:
            red = [(208, 52, 60), (232, 96, 62), (238, 160, 60), (190, 40, 84)][random.integers(4)]
            light = tuple(min(255, c + 34) for c in red)
            draw.polygon([(x - 56, y - 58), (x - 22, y - 34), (x, y - 72), (x + 22, y - 34), (x + 56, y - 58), (x + 52, y + 34), (x, y + 78), (x - 52, y + 34)], fill=red + (255,))
            draw.polygon([(x, y - 72), (x + 24, y - 20), (x + 16, y + 56), (x - 16, y + 56), (x - 24, y - 20)], fill=light + (255,))
        draw.polygon([(490, 560), (720, 560), (760, 830), (450, 830)], fill=(120, 160, 176, 235))
        draw.polygon([(490, 560), (560, 560), (540, 830), (450, 830)], fill=(176, 206, 214, 200))
        draw.ellipse([490, 540, 720, 584], fill=(150, 186, 196, 255))

    return paint(image, flowers, 1.4)


def tea_bowl():
    image = gradient([(0, "35302c"), (0.45, "5a4d42"), (0.46, "7d6f52"), (1, "a39568")])
    weave = (np.abs(np.sin(xx * 0.35)) > 0.9) | (np.abs(np.sin(yy * 0.5)) > 0.93)
    image = blend(image, "4f4630", (V > 0.46) * weave * 0.5)
    image = glow(image, 0.15, 0.2, 0.8, "ffe0a6", 2, 0.4)

    def bowl(draw):
        draw.ellipse([300, 760, 960, 870], fill=(30, 24, 14, 140))
        draw.polygon([(280, 430), (900, 430), (860, 690), (730, 800), (450, 800), (320, 690)], fill=(46, 42, 44, 255))
        draw.polygon([(280, 430), (460, 430), (470, 800), (450, 800), (320, 690)], fill=(78, 70, 68, 255))
        draw.ellipse([280, 350, 900, 520], fill=(66, 58, 58, 255))
        draw.ellipse([310, 366, 870, 508], fill=(112, 150, 62, 255))
        draw.ellipse([360, 380, 760, 480], fill=(140, 176, 84, 255))
        random = np.random.default_rng(107)
        for _ in range(160):
            a, d = random.uniform(0, 6.28), random.uniform(0, 1) ** 0.5
            x, y, r = 590 + np.cos(a) * d * 250, 437 + np.sin(a) * d * 58, random.uniform(2, 7)
            draw.ellipse([x - r, y - r * 0.6, x + r, y + r * 0.6], fill=(190, 212, 140, 200))
        draw.polygon([(980, 760), (1080, 760), (1100, 560), (960, 560)], fill=(206, 176, 120, 255))
        for x in range(962, 1100, 9):
            draw.line([x, 560, 1030 + (x - 1030) * 0.7, 700], fill=(160, 128, 78, 255), width=3)

    image = paint(image, bowl, 1.0)
    return steam(image, [520, 640], 390, 100, "fffaeb", 0.3)


def bookshelf():
    image = gradient([(0, "3c2a20"), (1, "2a1c16")])
    random = np.random.default_rng(108)

    def books(draw):
        for shelf in range(3):
            base = 285 + shelf * 295
            x = 30
            while x < W - 60:
                wide, tall = int(random.uniform(26, 66)), int(random.uniform(165, 250))
                tone = [(134, 52, 44), (44, 74, 92), (196, 160, 92), (70, 92, 66), (222, 206, 176), (92, 60, 82), (40, 44, 54)][random.integers(7)]
                lean = 34 if random.random() < 0.06 else 0
                if random.random() < 0.05:
                    x += 70
                    continue
                draw.polygon([(x + lean, base - tall), (x + wide + lean, base - tall), (x + wide, base), (x, base)], fill=tone + (255,))
                draw.polygon([(x + lean, base - tall), (x + 6 + lean, base - tall), (x + 6, base), (x, base)], fill=tuple(min(255, c + 26) for c in tone) + (255,))
                for line in (0.18, 0.24, 0.8):
                    draw.line([x + 9 + lean * (1 - line), base - tall * (1 - line), x + wide - 8 + lean * (1 - line), base - tall * (1 - line)], fill=(232, 206, 140, 190), width=4)
                x += wide + 3 + lean
            draw.rectangle([0, base, W, base + 26], fill=(112, 76, 48, 255))
            draw.rectangle([0, base + 22, W, base + 30], fill=(52, 34, 24, 255))

    image = paint(image, books, 0.9)
    return glow(image, 0.72, 0.3, 0.75, "ffd28a", 2, 0.34)


def sleeping_cat():
    image = gradient([(0, "cdb48e"), (0.5, "d8c3a0"), (0.52, "7b4a44"), (1, "5b3432")])
    stripes = np.abs(np.sin(U * 46)) > 0.94
    image = blend(image, "a8766a", (V > 0.53) * stripes * 0.5)
    image = glow(image, 0.3, 0.2, 0.8, "fff0c8", 2, 0.55)

    def cat(draw):
        draw.ellipse([200, 690, 1060, 850], fill=(40, 20, 20, 120))
        draw.ellipse([190, 470, 1050, 830], fill=(226, 214, 196, 255))
        ginger, dark = (214, 136, 66, 255), (176, 98, 40, 255)
        draw.ellipse([300, 380, 960, 760], fill=ginger)
        for x in (520, 610, 700, 790):
            draw.arc([x - 110, 388, x + 120, 800], 200, 285, fill=dark, width=20)
        draw.ellipse([280, 470, 540, 710], fill=(222, 148, 78, 255))
        draw.polygon([(306, 530), (300, 420), (382, 480)], fill=ginger)
        draw.polygon([(440, 476), (522, 420), (520, 536)], fill=ginger)
        draw.polygon([(318, 512), (312, 444), (366, 482)], fill=(240, 180, 150, 255))
        draw.arc([330, 570, 392, 616], 10, 170, fill=(70, 36, 20, 255), width=7)
        draw.arc([430, 570, 492, 616], 10, 170, fill=(70, 36, 20, 255), width=7)
        draw.polygon([(398, 624), (426, 624), (412, 642)], fill=(210, 110, 100, 255))
        draw.arc([420, 560, 960, 800], 20, 175, fill=dark, width=52)
        draw.ellipse([400, 690, 480, 790], fill=(244, 226, 200, 255))

    return paint(image, cat, 1.8)


def azulejos():
    image = np.zeros((H, W, 3), np.float32) + rgb("eef0ea")
    size = 300

    def tiles(draw):
        blue, deep, sun = (44, 84, 150, 255), (24, 52, 108, 255), (226, 178, 70, 255)
        for column in range(W // size):
            for row in range(H // size):
                x, y = column * size, row * size
                c = size / 2
                for px, py in [(x, y), (x + size, y), (x, y + size), (x + size, y + size)]:
                    draw.ellipse([px - 92, py - 92, px + 92, py + 92], fill=blue)
                    draw.ellipse([px - 66, py - 66, px + 66, py + 66], fill=(238, 240, 234, 255))
                    draw.ellipse([px - 44, py - 44, px + 44, py + 44], fill=sun)
                for step in range(8):
                    a = step * np.pi / 4
                    tip = (x + c + np.cos(a) * 112, y + c + np.sin(a) * 112)
                    side = [(x + c + np.cos(a + t) * 50, y + c + np.sin(a + t) * 50) for t in (-0.42, 0.42)]
                    draw.polygon([(x + c, y + c), side[0], tip, side[1]], fill=deep if step % 2 else blue)
                draw.ellipse([x + c - 26, y + c - 26, x + c + 26, y + c + 26], fill=sun)
        for x in range(0, W + 1, size):
            draw.rectangle([x - 3, 0, x + 3, H], fill=(206, 208, 200, 255))
        for y in range(0, H + 1, size):
            draw.rectangle([0, y - 3, W, y + 3], fill=(206, 208, 200, 255))

    image = paint(image, tiles, 0.8)
    image = glow(image, 0.2, 0.15, 0.9, "fff0cc", 2, 0.35)
    return image * (0.86 + 0.2 * noise(109, 4, 2)[..., None])


# MARK: Windows and streets


def rain_window():
    image = gradient([(0, "1b2733"), (0.6, "2f3f4c"), (1, "202a33")])
    random = np.random.default_rng(110)

    def lights(draw):
        for _ in range(46):
            x, y, r = random.uniform(0, W), random.normal(560, 150), random.uniform(18, 62)
            color = [(255, 190, 90), (255, 120, 80), (160, 210, 255), (255, 230, 170)][random.integers(4)]
            draw.ellipse([x - r, y - r, x + r, y + r], fill=color + (int(random.uniform(70, 170)),))

    image = paint(image, lights, 9)

    def drops(draw):
        for _ in range(330):
            x, y, r = random.uniform(0, W), random.uniform(0, H), random.uniform(2, 11)
            draw.ellipse([x - r, y - r, x + r, y + r * 1.25], fill=(190, 214, 226, 95))
            draw.ellipse([x - r * 0.5, y - r * 0.7, x, y], fill=(255, 255, 255, 170))
        for _ in range(16):
            x, y = random.uniform(40, W - 40), random.uniform(0, 300)
            points = [(x + np.sin(t / 3) * 5, y + t * 22) for t in range(int(random.uniform(6, 24)))]
            draw.line(points, fill=(196, 218, 230, 120), width=7, joint="curve")
        draw.rectangle([0, 820, W, H], fill=(52, 40, 36, 255))
        draw.rectangle([0, 812, W, 826], fill=(96, 76, 64, 255))

    return paint(image, drops, 1.0)


def lit_windows():
    image = gradient([(0, "2b3566"), (0.4, "7a5a86"), (0.7, "e08a6a"), (1, "e8b078")])
    image = clouds(image, 111, "493c70", 0.7, 0.5)
    random = np.random.default_rng(112)

    def houses(draw):
        for x, top, wide in [(-20, 250, 330), (330, 150, 280), (630, 320, 250), (900, 210, 330)]:
            draw.rectangle([x, top, x + wide, H], fill=(34, 34, 58, 255))
            draw.rectangle([x - 8, top - 14, x + wide + 8, top + 6], fill=(26, 26, 46, 255))
            for y in range(top + 46, H - 60, 92):
                for column in range(x + 34, x + wide - 50, 78):
                    lit = random.random() < 0.45
                    color = [(255, 206, 120), (255, 228, 168), (240, 160, 90)][random.integers(3)] if lit else (52, 54, 84)
                    draw.rectangle([column, y, column + 44, y + 58], fill=color + (255,))
                    draw.rectangle([column + 20, y, column + 23, y + 58], fill=(34, 34, 58, 255))
                    if lit and random.random() < 0.4:
                        draw.rectangle([column + 6, y + 34, column + 18, y + 58], fill=(70, 48, 50, 255))
        for x in (410, 1010):
            draw.line([x, 150 if x < 600 else 210, x, 80], fill=(26, 26, 46, 255), width=6)
            draw.line([x - 34, 104, x + 34, 104], fill=(26, 26, 46, 255), width=4)

    image = paint(image, houses, 0.8)
    return glow(image, 0.5, 0.62, 0.6, "ffb070", 2, 0.18)


def snow_lamp(flakes=420):
    image = gradient([(0, "141c38"), (0.55, "2c3860"), (0.7, "8d97b8"), (1, "c6cfe2")])

    def street(draw):
        for x, top, wide in [(0, 250, 250), (250, 330, 150), (820, 300, 180), (1000, 220, 220)]:
            draw.rectangle([x, top, x + wide, 640], fill=(30, 34, 58, 255))
            draw.polygon([(x - 12, top + 8), (x + wide / 2, top - 96), (x + wide + 12, top + 8)], fill=(206, 214, 232, 255))
            for column in range(x + 34, x + wide - 40, 74):
                draw.rectangle([column, top + 70, column + 34, top + 120], fill=(255, 206, 120, 255))
                draw.rectangle([column, top + 190, column + 34, top + 240], fill=(70, 74, 104, 255))
        draw.polygon([(400, 640), (820, 640), (1150, 900), (120, 900)], fill=(206, 214, 232, 255))
        for x in (470, 560, 640, 700):
            draw.line([x, 660, 600 + (x - 590) * 3.2, 900], fill=(150, 160, 190, 140), width=10)
        draw.rectangle([596, 210, 612, 720], fill=(22, 24, 40, 255))
        draw.polygon([(560, 214), (648, 214), (628, 130), (580, 130)], fill=(255, 234, 176, 255))
        draw.polygon([(550, 132), (658, 132), (604, 92)], fill=(22, 24, 40, 255))

    image = paint(image, street, 1.0)
    image = glow(image, 0.503, 0.2, 0.5, "ffd48a", 1.4, 0.62)
    image = glow(image, 0.5, 0.83, 0.24, "ffe2a8", 2, 0.4)
    return snowfall(image, 113, flakes, 6)


def yellow_tram():
    image = gradient([(0, "7fb4dc"), (0.4, "cfe4ea"), (1, "d8c8a8")])

    def street(draw):
        for side, tones in ((0, [(226, 190, 150), (196, 214, 220), (232, 212, 176)]), (1, [(214, 140, 118), (240, 226, 200), (170, 196, 176)])):
            for step, tone in enumerate(tones):
                near, far = 470 - step * 120, 350 - step * 120
                xs = (near, far) if side == 0 else (W - near, W - far)
                top = [-60, 60, 150][step]
                low = [900, 800, 720][step]
                edge = 0 if side == 0 else W
                draw.polygon([(edge if step == 0 else xs[0] + (120 if side == 0 else -120), top), (xs[1] if step else xs[0], top + 90), (xs[1] if step else xs[0], low), (edge, low)], fill=tone + (255,))
        left, right = (0, 420), (780, W)
        for x0, x1, tone in ((*left, (232, 204, 160)), (*right, (222, 158, 132))):
            draw.rectangle([x0, 0, x1, 900], fill=tone + (255,))
            for y in range(60, 660, 190):
                for x in range(x0 + 50, x1 - 80, 150):
                    draw.rectangle([x - 8, y - 8, x + 88, y + 128], fill=(246, 240, 226, 255))
                    draw.rectangle([x, y, x + 80, y + 120], fill=(74, 96, 112, 255))
                    draw.rectangle([x - 14, y + 112, x + 94, y + 136], fill=(70, 70, 72, 255))
        draw.polygon([(420, 900), (420, 520), (780, 520), (780, 900)], fill=(160, 146, 128, 255))
        draw.polygon([(420, 560), (780, 560), (1000, 900), (200, 900)], fill=(138, 126, 112, 255))
        for x in (500, 560, 640, 700):
            draw.line([x, 620, 600 + (x - 600) * 3.4, 900], fill=(90, 84, 80, 255), width=7)
        draw.line([0, 150, 600, 190, W, 130], fill=(50, 50, 56, 255), width=4)
        draw.line([600, 190, 600, 260], fill=(50, 50, 56, 255), width=5)
        draw.rounded_rectangle([436, 250, 764, 780], 34, fill=(238, 186, 52, 255))
        draw.rounded_rectangle([436, 250, 764, 470], 34, fill=(246, 238, 214, 255))
        draw.rectangle([436, 440, 764, 470], fill=(246, 238, 214, 255))
        for x in (460, 554, 656):
            draw.rounded_rectangle([x, 320, x + 88, 456], 10, fill=(58, 78, 94, 255))
            draw.polygon([(x + 10, 330), (x + 50, 330), (x + 20, 440), (x + 10, 440)], fill=(150, 180, 196, 150))
        draw.rectangle([520, 266, 680, 304], fill=(40, 40, 44, 255))
        for x in range(540, 664, 24):
            draw.ellipse([x, 276, x + 14, 294], fill=(255, 206, 110, 255))
        draw.ellipse([560, 540, 640, 620], fill=(255, 250, 226, 255))
        draw.rectangle([452, 660, 748, 676], fill=(180, 60, 44, 255))
        draw.rectangle([446, 760, 754, 800], fill=(60, 54, 52, 255))

    image = paint(image, street, 1.0)
    image = glow(image, 0.85, 0.02, 0.6, "fff0c0", 2, 0.4)
    return blend(image, "2c2430", np.clip((V - 0.75) * 1.6, 0, 0.3))


def rooftops():
    image = gradient([(0, "6f9fce"), (0.28, "d8dce0"), (0.36, "f2d9b8"), (0.37, "a8c4d4"), (0.46, "86aec4"), (1, "86aec4")])
    image = clouds(image, 114, "ffffff", 0.3, 0.7)
    image = below(image, ridge(115, 0.36, 0.03, 5) * 1.0, "8aa0ae", 0.01)
    image = blend(image, gradient([(0, "9fc2d2"), (0.39, "c4dae0"), (0.5, "88b0c4"), (1, "88b0c4")]), (V - 0.385) / 0.005)
    random = np.random.default_rng(116)

    def roofs(draw):
        for layer in range(5):
            y = 400 + layer * 110
            scale = 0.7 + layer * 0.28
            x = -60 - random.uniform(0, 80)
            while x < W:
                wide, tall = random.uniform(120, 210) * scale, random.uniform(60, 110) * scale
                rise = random.uniform(-26, 26)
                wall = [(246, 236, 214), (240, 220, 190), (250, 244, 232), (226, 200, 176)][random.integers(4)]
                tile = [(204, 96, 60), (190, 80, 50), (214, 112, 72), (176, 74, 52)][random.integers(4)]
                top = y + rise
                draw.rectangle([x, top, x + wide, H], fill=wall + (255,))
                draw.polygon([(x - 8, top + 6), (x + wide * 0.5, top - tall * 0.6), (x + wide + 8, top + 6)], fill=tile + (255,))
                draw.polygon([(x + wide * 0.5, top - tall * 0.6), (x + wide + 8, top + 6), (x + wide * 0.62, top + 6)], fill=tuple(c - 34 for c in tile) + (255,))
                for column in range(int(x + 18 * scale), int(x + wide - 26 * scale), int(44 * scale)):
                    draw.rectangle([column, top + 26 * scale, column + 18 * scale, top + 54 * scale], fill=(84, 96, 108, 255))
                x += wide + random.uniform(0, 10)
        draw.rectangle([880, 300, 930, 520], fill=(246, 240, 226, 255))
        draw.polygon([(872, 302), (905, 220), (938, 302)], fill=(204, 96, 60, 255))
        draw.ellipse([894, 330, 916, 366], fill=(70, 80, 92, 255))

    image = paint(image, roofs, 0.9)
    return glow(image, 0.15, 0.25, 0.7, "ffe9b8", 2, 0.35)


def moon_roofs():
    image = gradient([(0, "0b1230"), (0.6, "22305c"), (1, "40507c")])
    stars = np.random.default_rng(117)

    def sky(draw):
        for _ in range(170):
            x, y, r = stars.uniform(0, W), stars.uniform(0, 620), stars.uniform(0.8, 2.4)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 250, 230, 210))

    image = paint(image, sky, 0.5)
    image = glow(image, 0.7, 0.28, 0.36, "c8d4f4", 1.6, 0.5)
    image = blend(image, "fbf4dc", (0.11 - np.hypot((U - 0.7) * W / H, V - 0.28)) * 200)
    image = blend(image, "ddd4bc", np.clip((noise(118, 16, 3) - 0.52) * 5, 0, 1) * (np.hypot((U - 0.7) * W / H, V - 0.28) < 0.105) * 0.5)

    def roofs(draw):
        # Tiled roofs with their long, raised eaves.
        for x, y, wide, ink in [(-120, 640, 620, (30, 36, 62)), (640, 600, 720, (26, 32, 56)), (200, 740, 700, (18, 22, 42))]:
            draw.polygon([(x, y + 16), (x + wide * 0.2, y - 70), (x + wide * 0.8, y - 70), (x + wide, y + 16), (x + wide * 0.93, y + 36), (x + wide * 0.07, y + 36)], fill=ink + (255,))
            draw.rectangle([x + wide * 0.2, y - 84, x + wide * 0.8, y - 66], fill=(62, 72, 104, 255))
            for step in range(1, 16):
                u = x + wide * (0.2 + step * 0.0375)
                draw.line([u, y - 66, x + wide * (0.07 + step * 0.0537), y + 26], fill=(54, 64, 98, 255), width=4)
            draw.rectangle([x + wide * 0.12, y + 36, x + wide * 0.88, H], fill=(14, 16, 30, 255))
        for x in (440, 560):
            draw.rectangle([x, 800, x + 96, 880], fill=(255, 206, 122, 255))
            for column in range(x, x + 97, 24):
                draw.line([column, 800, column, 880], fill=(110, 74, 40, 255), width=4)
            draw.line([x, 840, x + 96, 840], fill=(110, 74, 40, 255), width=4)

    image = paint(image, roofs, 0.9)
    return glow(image, 0.46, 0.93, 0.2, "ffcf8a", 2, 0.35)


def train_window():
    image = gradient([(0, "8fc0e0"), (0.4, "e4eee8"), (0.5, "e9dcae"), (1, "8fae56")])
    image = clouds(image, 119, "ffffff", 0.4, 0.8)
    image = below(image, ridge(120, 0.42, 0.05, 3), "7fa2ac", 0.01)
    image = below(image, ridge(121, 0.50, 0.03, 4), "8fae6a", 0.01)
    streaks = noise(122, 6, 4)[:, :1] * np.ones((1, W), np.float32)
    fields = np.abs(np.sin(V * 70 + streaks * 9))
    image = blend(image, "d8b84a", (V > 0.56) * (fields > 0.7) * 0.6)
    image = blend(image, "4f7a3c", (V > 0.62) * (fields < 0.25) * 0.7)
    soft = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8)).filter(ImageFilter.BoxBlur(4))
    image = blend(image, np.asarray(soft, np.float32), (V - 0.5) * 4)

    def frame(draw):
        for x in (250, 620, 990):
            draw.rectangle([x, 120, x + 14, 640], fill=(70, 74, 80, 90))
        ink = (54, 50, 52, 255)
        draw.rectangle([0, 0, W, 86], fill=ink)
        draw.rectangle([0, 0, 96, H], fill=ink)
        draw.rectangle([1104, 0, W, H], fill=ink)
        draw.rectangle([0, 690, W, H], fill=(64, 58, 58, 255))
        draw.rectangle([86, 676, 1114, 704], fill=(132, 128, 124, 255))
        draw.rounded_rectangle([560, 700, 1030, 740], 8, fill=(206, 196, 180, 255))
        draw.polygon([(640, 700), (720, 700), (712, 590), (648, 590)], fill=(240, 236, 228, 255))
        draw.ellipse([648, 580, 712, 600], fill=(90, 56, 36, 255))
        draw.polygon([(800, 702), (970, 690), (980, 712), (806, 722)], fill=(160, 66, 54, 255))

    image = paint(image, frame, 1.2)
    return glow(image, 0.3, 0.2, 0.5, "fffbe8", 2, 0.35)


# MARK: Seasons


def persimmons():
    image = gradient([(0, "3f86c4"), (1, "a8d2ea")])
    image = clouds(image, 123, "ffffff", 1.2, 0.55)
    random = np.random.default_rng(124)
    fruit = [(250, 330), (430, 210), (560, 420), (720, 250), (870, 390), (1010, 230), (680, 560), (350, 560), (930, 620), (500, 640)]

    def branches(draw):
        bark = (70, 50, 40, 255)
        draw.line([(-20, 120), (260, 190), (560, 170), (860, 130), (1220, 40)], fill=bark, width=26, joint="curve")
        draw.line([(200, 180), (300, 420), (420, 620)], fill=bark, width=15, joint="curve")
        draw.line([(640, 165), (700, 380), (900, 640)], fill=bark, width=15, joint="curve")
        for x, y in fruit:
            draw.line([x, y, x + random.uniform(-50, 50), y - 130], fill=bark, width=8)

    image = paint(image, branches, 1.0)
    for x, y in fruit:
        image = sphere(image, x, y, 70, "ffa03c", "cf4a16", 0.9, casts_shadow=False)
        image = paint(image, lambda draw: draw.polygon([(x - 36, y - 60), (x, y - 44), (x + 36, y - 60), (x + 12, y - 70), (x, y - 88), (x - 12, y - 70)], fill=(92, 110, 54, 255)), 1.0)
    return image


def avenue(sky, ground, path, leaf, seed, fallen):
    """A path between two rows of trees that meet far away."""
    image = gradient(sky)
    image = glow(image, 0.5, 0.5, 0.4, "fff4d6", 2, 0.8)
    image = blend(image, gradient([(0, ground[0]), (0.55, ground[0]), (1, ground[1])]), (V - 0.57) / 0.02)
    half = np.clip((V - 0.55) * 0.62, 0, 1) + 0.015
    image = blend(image, path, (1 - np.abs(U - 0.5) / half) * 8 * (V > 0.56))
    random = np.random.default_rng(seed)

    def trees(draw):
        for depth in np.linspace(0.08, 1.25, 9):
            for side in (-1, 1):
                x = 600 + side * (60 + 560 * depth)
                foot = 520 + 330 * depth
                tall, wide = 620 * depth, 46 * depth
                draw.polygon([(x - wide / 2, foot), (x + wide / 2, foot), (x + wide * 0.25 - side * 12, foot - tall), (x - wide * 0.25 - side * 12, foot - tall)], fill=(64, 50, 46, 255))
                draw.line([x, foot - tall * 0.6, x - side * 150 * depth, foot - tall * 1.05], fill=(64, 50, 46, 255), width=max(2, int(wide * 0.35)))
                for _ in range(3):
                    bush(draw, random, x - side * random.uniform(-60, 190) * depth, foot - tall * random.uniform(0.85, 1.2), 190 * depth + 26, leaf, 150, (4 + 7 * depth, 7 + 15 * depth))

    image = paint(image, trees, 1.0)

    def leaves(draw):
        for _ in range(300):
            y = random.uniform(540, H)
            x, r = random.uniform(0, W), 2 + (y - 520) / 60
            draw.ellipse([x, y, x + r * 2, y + r], fill=fallen[random.integers(len(fallen))] + (230,))

    return paint(image, leaves, 0.7)


def autumn_avenue():
    return avenue(
        [(0, "9cc0d4"), (0.55, "fbe8c0"), (1, "c9a05a")], ("c08a42", "8a5a2a"), "b8a48a",
        [(226, 148, 44), (206, 92, 36), (240, 186, 70), (178, 62, 36)], 125, [(220, 120, 40), (240, 176, 60), (180, 70, 36)])


def cherry_avenue():
    return avenue(
        [(0, "9ccbe8"), (0.55, "fdf0ee"), (1, "bcd08a")], ("9cb86a", "6f9048"), "d8cec4",
        [(255, 214, 226), (248, 184, 204), (255, 238, 244), (238, 158, 188)], 126, [(255, 206, 220), (255, 236, 242)])


def snow_field():
    image = gradient([(0, "9db4d0"), (0.5, "e4dfe2"), (0.56, "f2e0d4"), (1, "f2e0d4")])
    image = glow(image, 0.25, 0.52, 0.35, "ffe6c0", 2, 0.7)
    image = below(image, ridge(127, 0.55, 0.04, 4), "b0bfd2", 0.01)
    image = below(image, ridge(128, 0.63, 0.02, 2), "f4f6fa", 0.005)
    image = blend(image, "b8c8e2", (V > 0.64) * noise(129, 4, 3) * 0.7)
    random = np.random.default_rng(130)

    def tree(draw):
        def branch(x, y, angle, length, width):
            x2, y2 = x + np.cos(angle) * length, y - np.sin(angle) * length
            draw.line([x, y, x2, y2], fill=(54, 48, 54, 255), width=max(2, int(width)))
            if width > 2.4:
                for turn in (-0.55, -0.12, 0.4):
                    branch(x2, y2, angle + turn + random.normal(0, 0.12), length * random.uniform(0.66, 0.8), width * 0.62)

        draw.polygon([(830, 690), (300, 800), (320, 812), (860, 700)], fill=(150, 166, 198, 120))
        branch(840, 694, 1.6, 120, 28)
        for step in range(15):
            x, y = 500 + np.sin(step / 3) * 40 + step * 12, 890 - step * 13
            r = 13 - step * 0.6
            draw.ellipse([x - r + (step % 2) * 26, y - r * 0.6, x + r + (step % 2) * 26, y + r * 0.6], fill=(150, 168, 204, 255))

    return paint(image, tree, 0.9)


def canola():
    image = gradient([(0, "3f8fd0"), (0.45, "c6e2f0"), (1, "c6e2f0")])
    image = clouds(image, 131, "ffffff", 0.45, 0.9)
    image = below(image, ridge(132, 0.42, 0.06, 3), "6f8fa8", 0.006)
    hill = 0.46 - 0.2 * np.exp(-(((xx[0] / W - 0.68) / 0.16) ** 2))
    image = below(image, hill, "5f8a5e", 0.004)
    image = blend(image, gradient([(0, "e8c832"), (0.5, "ecd040"), (1, "f6d61e")]), (V - 0.5) / 0.004)
    grain = noise(133, 120, 2)
    image = blend(image, "8fa02c", (V > 0.5) * (grain < 0.45) * np.clip((V - 0.46) * 2, 0, 0.75))
    image = blend(image, "fff07a", (V > 0.5) * (grain > 0.6) * 0.7)
    random = np.random.default_rng(134)

    def wall(draw):
        for row in range(3):
            x = -20
            while x < W:
                wide = random.uniform(30, 64)
                y = 452 + row * 18 - x * 0.01
                draw.ellipse([x, y, x + wide, y + 26], fill=tuple(int(c + random.uniform(-14, 14)) for c in (58, 54, 58)) + (255,))
                x += wide - 4

    return paint(image, wall, 1.0)


def silver_grass():
    image = gradient([(0, "46629c"), (0.35, "d08a7c"), (0.6, "ffcf86"), (1, "ffcf86")])
    image = clouds(image, 135, "5a4a78", 0.6, 0.5)
    image = glow(image, 0.3, 0.58, 0.36, "fff0b8", 2, 0.8)
    for step, (middle, tall, color) in enumerate([(0.75, 0.2, "8a6a86"), (0.2, 0.13, "7a5a72"), (0.5, 0.08, "5c4858")]):
        image = below(image, 0.66 + step * 0.04 - tall * np.exp(-(((xx[0] / W - middle) / 0.2) ** 4)), color, 0.004)
    random = np.random.default_rng(136)

    def grass(draw):
        for _ in range(240):
            x, foot = random.uniform(-40, W), random.uniform(820, 960)
            tall = random.uniform(180, 380)
            tip = (x + random.uniform(40, 120), foot - tall)
            draw.line([(x, foot), (x + 24, foot - tall * 0.6), tip], fill=(116, 84, 60, 255), width=4, joint="curve")
            for step in range(9):
                u = tip[0] - step * 5, tip[1] + step * 9
                draw.ellipse([u[0] - 5, u[1] - 9, u[0] + 9, u[1] + 7], fill=(255, 236, 204, 190))

    return paint(image, grass, 1.2)


# MARK: Sea, mountains and sky


def harbor_dawn():
    image = gradient([(0, "5a7fae"), (0.3, "e0b0a8"), (0.46, "ffdcae"), (1, "ffdcae")])
    image = clouds(image, 137, "b8788a", 0.45, 0.6)
    image = glow(image, 0.6, 0.46, 0.35, "fff0c8", 2, 0.8)
    image = below(image, ridge(138, 0.46, 0.04, 3), "7a7a98", 0.006)

    def boats(draw):
        for x, size, hull in [(140, 1.0, (170, 60, 52)), (480, 0.8, (44, 78, 116)), (760, 1.15, (232, 226, 214)), (1040, 0.75, (60, 104, 84))]:
            y = 500
            draw.line([x + 60 * size, y, x + 60 * size, y - 300 * size], fill=(60, 48, 48, 255), width=6)
            draw.line([x + 60 * size, y - 300 * size, x + 170 * size, y - 20], fill=(60, 48, 48, 255), width=2)
            draw.line([x + 60 * size, y - 300 * size, x - 30 * size, y - 20], fill=(60, 48, 48, 255), width=2)
            draw.polygon([(x - 40 * size, y - 36 * size), (x + 180 * size, y - 36 * size), (x + 140 * size, y + 22), (x, y + 22)], fill=hull + (255,))
            draw.rectangle([x - 36 * size, y - 40 * size, x + 176 * size, y - 30 * size], fill=(246, 240, 228, 255))
            draw.rectangle([x + 80 * size, y - 84 * size, x + 136 * size, y - 38 * size], fill=(246, 240, 228, 255))
            draw.rectangle([x + 90 * size, y - 74 * size, x + 126 * size, y - 54 * size], fill=(80, 100, 120, 255))

    image = paint(image, boats, 0.9)
    return mirrored(image, 0.575, 139, "5a6f96", 0.28)


def lighthouse():
    image = gradient([(0, "4a82b8"), (0.5, "d8e4e4"), (0.6, "f6e4c4"), (1, "f6e4c4")])
    image = clouds(image, 140, "ffffff", 0.56, 0.85)
    sea = gradient([(0, "6fa0b8"), (0.6, "6fa0b8"), (1, "1f5a78")])
    image = blend(image, sea, (V - 0.6) / 0.003)
    waves = np.clip((noise(141, 24, 3) - 0.56) * 8, 0, 1)
    image = blend(image, "f0f6f4", (V > 0.62) * waves * 0.5)

    def rock(draw):
        draw.polygon([(560, 900), (600, 660), (680, 560), (800, 520), (960, 510), (1080, 540), (1200, 500), (1200, 900)], fill=(70, 74, 66, 255))
        draw.polygon([(680, 560), (800, 520), (960, 510), (1080, 540), (1200, 500), (1200, 560), (1000, 590), (760, 590)], fill=(112, 140, 78, 255))
        draw.polygon([(850, 520), (990, 520), (968, 170), (872, 170)], fill=(246, 244, 236, 255))
        draw.polygon([(930, 520), (990, 520), (968, 170), (930, 170)], fill=(206, 208, 206, 255))
        for y in (250, 380):
            draw.polygon([(868 - (y - 170) * 0.06, y), (972 + (y - 170) * 0.06, y), (974 + (y - 100) * 0.06, y + 62), (866 - (y - 100) * 0.06, y + 62)], fill=(196, 56, 44, 255))
        draw.rectangle([858, 156, 982, 174], fill=(50, 54, 60, 255))
        draw.rectangle([884, 96, 956, 156], fill=(255, 236, 166, 255))
        draw.polygon([(876, 98), (964, 98), (920, 50)], fill=(196, 56, 44, 255))
        draw.rectangle([1010, 470, 1110, 540], fill=(246, 240, 226, 255))
        draw.polygon([(1000, 474), (1060, 426), (1120, 474)], fill=(150, 70, 52, 255))
        for x, y in [(180, 200), (260, 250), (380, 170)]:
            draw.arc([x, y, x + 50, y + 30], 190, 340, fill=(50, 56, 66, 255), width=5)
            draw.arc([x + 46, y, x + 96, y + 30], 200, 350, fill=(50, 56, 66, 255), width=5)

    image = paint(image, rock, 1.0)
    foam = np.exp(-(((U * W - 590 + (V - 0.66) * 160) / 30) ** 2)) * (V > 0.68) * noise(142, 40, 2)
    return blend(image, "ffffff", foam * 1.2)


def grey_sea():
    image = gradient([(0, "59646e"), (0.3, "97a2a8"), (0.42, "c6ccca"), (0.43, "4f6468"), (1, "1f3438")])
    image = clouds(image, 143, "3f4a56", 0.43, 0.8)
    depth = np.clip((V - 0.43) / 0.57, 0, 1)
    swell = np.sin((1 / (depth + 0.06)) * 16 + noise(144, 5, 4) * 18)
    image = blend(image, "7f9c98", (V > 0.43) * np.clip(swell, 0, 1) * 0.45)
    foam = np.clip((noise(145, 34, 3) - 0.54) * 9, 0, 1) * np.clip(swell - 0.55, 0, 1) * 2.4
    image = blend(image, "f0f4f2", (V > 0.44) * foam)

    def wave(draw):
        draw.polygon([(0, 760), (180, 700), (400, 640), (560, 650), (640, 700), (600, 740), (480, 740), (300, 800), (0, 860)], fill=(58, 92, 92, 255))
        draw.line([(0, 760), (180, 700), (400, 640), (560, 650), (640, 700), (610, 738)], fill=(240, 246, 244, 255), width=20, joint="curve")
        random = np.random.default_rng(146)
        for _ in range(240):
            x = random.uniform(200, 700)
            y = 690 - (x - 200) * 0.06 + random.normal(0, 34)
            r = random.uniform(2, 9)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=(246, 250, 250, 200))

    return paint(image, wave, 2.0)


def beach_morning():
    image = gradient([(0, "a8c8dc"), (0.38, "f0e4dc"), (0.42, "f6dccc"), (0.425, "8fb8c0"), (0.6, "b8d4d0"), (1, "e8d4b4")])
    image = glow(image, 0.7, 0.4, 0.4, "fff4dc", 2, 0.7)
    for step in range(5):
        edge = 0.58 + step * 0.035 + (noise(147 + step, 3, 2)[H // 2] - 0.5) * 0.05
        image = below(image, edge, ["a4c8c8", "bcd8d4", "d4dccc", "dccab0", "e6d2b2"][step], 0.004)
        image = blend(image, "ffffff", np.exp(-(((V - edge[None, :]) / 0.006) ** 2)) * (0.9 - step * 0.15))
    image = blend(image, "c8ac86", (V > 0.76) * noise(152, 60, 2) * 0.35)

    def people(draw):
        for step in range(16):
            x, y = 330 + step * 22 + (step % 2) * 22, 890 - step * 13
            r = 11 - step * 0.45
            draw.ellipse([x - r, y - r * 0.7, x + r, y + r * 0.7], fill=(168, 134, 98, 220))
        for x, tall, coat in [(700, 74, (60, 74, 96)), (738, 62, (176, 72, 60))]:
            draw.rounded_rectangle([x - 11, 660 - tall, x + 11, 646], 8, fill=coat + (255,))
            draw.ellipse([x - 9, 644 - tall, x + 9, 662 - tall], fill=(70, 50, 42, 255))
            draw.line([x - 5, 640, x - 7, 672], fill=(40, 40, 48, 255), width=6)
            draw.line([x + 5, 640, x + 7, 672], fill=(40, 40, 48, 255), width=6)
        draw.ellipse([790, 644, 836, 662], fill=(90, 66, 48, 255))
        draw.line([796, 656, 794, 674], fill=(90, 66, 48, 255), width=5)
        draw.line([830, 656, 832, 674], fill=(90, 66, 48, 255), width=5)
        draw.ellipse([828, 632, 848, 650], fill=(90, 66, 48, 255))

    return paint(image, people, 0.9)


def fjord():
    image = gradient([(0, "6f9cc4"), (0.4, "d4e2e8"), (1, "d4e2e8")])
    image = clouds(image, 153, "ffffff", 0.4, 0.8)
    for points, color, snow in [
        ([(300, 470), (470, 210), (560, 260), (680, 150), (800, 280), (960, 470)], (120, 142, 164), 260),
        ([(-10, 480), (-10, 130), (120, 90), (240, 210), (330, 330), (470, 480)], (74, 98, 112), 190),
        ([(720, 480), (880, 300), (980, 180), (1090, 90), (1210, 150), (1210, 480)], (64, 88, 98), 190),
    ]:
        image = fill(image, points, color + (255,), 1.2)
        top = Image.new("L", (W, H), 0)
        ImageDraw.Draw(top).polygon(points, fill=255)
        inside = np.asarray(top, np.float32) / 255
        cap = np.clip((snow - yy + (noise(154 + snow, 18, 4) - 0.5) * 260) / 30, 0, 1)
        image = blend(image, "f4f8fc", inside * cap)
    image = blend(image, "3f6a4c", np.clip((yy - 400 + (noise(156, 30, 3) - 0.5) * 130) / 20, 0, 1) * (yy < 490) * (np.abs(U - 0.5) > 0.16))

    def houses(draw):
        for x, tone in [(150, (176, 52, 44)), (230, (238, 232, 216)), (900, (176, 52, 44)), (1000, (214, 168, 70))]:
            draw.rectangle([x, 440, x + 46, 478], fill=tone + (255,))
            draw.polygon([(x - 6, 442), (x + 23, 414), (x + 52, 442)], fill=(70, 60, 58, 255))
            draw.rectangle([x + 16, 452, x + 28, 466], fill=(255, 240, 196, 255))

    image = paint(image, houses, 0.8)
    return mirrored(image, 0.54, 157, "3a6478", 0.34, 18)


def northern_lights():
    image = gradient([(0, "060a20"), (0.7, "12284a"), (1, "1c3a58")])
    random = np.random.default_rng(158)

    def stars(draw):
        for _ in range(260):
            x, y, r = random.uniform(0, W), random.uniform(0, 640), random.uniform(0.7, 2.2)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 255, 245, 200))

    image = paint(image, stars, 0.5)
    for step, (height, color) in enumerate([(0.42, "46e6a0"), (0.30, "5af0b4"), (0.52, "8a6af0")]):
        line = height + 0.09 * np.sin(xx[0] / W * (5 + step) + step * 1.7) + (noise(159 + step, 4, 3)[300] - 0.5) * 0.12
        above = line[None, :] - V
        rays = 0.55 + 0.65 * noise(162 + step, 46, 2)[200][None, :]
        veil = np.where(above > 0, np.exp(-above / (0.17 * rays)), np.exp(above / 0.018))
        image = blend(image, color, veil * rays * [0.75, 0.5, 0.34][step])
    image = below(image, ridge(165, 0.72, 0.1, 3), "0c1626", 0.004)
    image = mirrored(image, 0.76, 166, "0a1428", 0.35, 22)

    def cabin(draw):
        draw.polygon([(0, 900), (0, 760), (240, 730), (460, 790), (640, 900)], fill=(196, 210, 232, 255))
        draw.rectangle([150, 670, 270, 750], fill=(110, 36, 34, 255))
        draw.polygon([(136, 674), (210, 610), (284, 674)], fill=(206, 218, 236, 255))
        draw.rectangle([184, 692, 216, 724], fill=(255, 214, 122, 255))

    image = paint(image, cabin, 1.0)
    return glow(image, 0.167, 0.786, 0.12, "ffd07a", 2, 0.45)


def red_cabin():
    image = gradient([(0, "90a8c8"), (0.55, "dfe6ee"), (1, "eef2f8")])
    image = below(image, ridge(167, 0.4, 0.14, 3), "b4c2d6", 0.01)
    image = below(image, ridge(168, 0.58, 0.05, 4), "8a9cb2", 0.01)
    image = below(image, ridge(169, 0.68, 0.03, 2), "f2f5fa", 0.006)
    image = blend(image, "c2d0e6", (V > 0.7) * noise(170, 5, 3) * 0.7)

    def cabin(draw):
        for x, foot, tall in [(90, 700, 330), (210, 690, 250), (1010, 700, 360), (1130, 690, 280)]:
            for step in range(6):
                top, half = foot - tall + step * tall * 0.15, tall * (0.07 + step * 0.05)
                draw.polygon([(x, top), (x - half, top + tall * 0.25), (x + half, top + tall * 0.25)], fill=(48, 82, 76, 255))
                draw.polygon([(x, top), (x - half, top + tall * 0.25), (x - half * 0.4, top + tall * 0.16), (x + half * 0.3, top + tall * 0.2)], fill=(246, 250, 255, 255))
        draw.rectangle([380, 500, 820, 720], fill=(166, 50, 42, 255))
        for x in range(380, 820, 26):
            draw.line([x, 500, x, 720], fill=(140, 40, 34, 255), width=3)
        draw.polygon([(340, 510), (600, 330), (860, 510)], fill=(246, 250, 255, 255))
        draw.polygon([(380, 508), (600, 356), (820, 508)], fill=(150, 44, 38, 255))
        draw.rectangle([700, 330, 744, 440], fill=(90, 80, 80, 255))
        draw.rectangle([694, 320, 750, 340], fill=(246, 250, 255, 255))
        for x in (440, 690):
            draw.rectangle([x - 8, 552, x + 88, 640], fill=(246, 242, 232, 255))
            draw.rectangle([x, 560, x + 80, 632], fill=(255, 214, 130, 255))
            draw.line([x + 40, 560, x + 40, 632], fill=(246, 242, 232, 255), width=6)
            draw.line([x, 596, x + 80, 596], fill=(246, 242, 232, 255), width=6)
        draw.rectangle([562, 570, 640, 720], fill=(246, 242, 232, 255))
        draw.rectangle([572, 580, 630, 720], fill=(60, 76, 70, 255))
        draw.polygon([(560, 720), (650, 720), (760, 900), (480, 900)], fill=(208, 218, 236, 255))
        draw.ellipse([330, 690, 560, 760], fill=(244, 247, 252, 255))
        draw.ellipse([650, 690, 880, 760], fill=(244, 247, 252, 255))

    image = paint(image, cabin, 1.0)
    image = paint(image, lambda draw: [draw.ellipse([700 + n * 16 - n * 8, 280 - n * 46, 760 + n * 24, 320 - n * 40], fill=(236, 238, 244, 150)) for n in range(5)], 14)
    image = glow(image, 0.4, 0.66, 0.16, "ffcf80", 2, 0.3)
    return snowfall(image, 171, 200, 4)


def torii():
    image = gradient([(0, "24382c"), (1, "16241c")])
    image = blend(image, "4f7a4a", np.clip((noise(172, 20, 3) - 0.5) * 5, 0, 1) * 0.6)
    image = glow(image, 0.5, 0.5, 0.3, "f4f0c0", 2, 0.9)
    image = blend(image, gradient([(0, "8a8272"), (0.6, "b0a488"), (1, "6f675a")]), np.clip((1 - np.abs(U - 0.5) / (np.clip(V - 0.56, 0, 1) * 0.95 + 0.02)) * 8, 0, 1) * (V > 0.57))

    def gates(draw):
        for depth in np.linspace(0.12, 1.35, 11):
            half, top, foot = 330 * depth + 30, 470 - 430 * depth, 520 + 360 * depth
            wide = 46 * depth
            shade = 0.55 + 0.33 * depth
            red = tuple(int(min(255, c * shade)) for c in (232, 82, 36)) + (255,)
            dark = tuple(int(c * shade) for c in (160, 44, 24)) + (255,)
            for side in (-1, 1):
                x = 600 + side * half
                draw.rectangle([x - wide / 2, top, x + wide / 2, foot], fill=red)
                inner = (x - wide / 2, x) if side > 0 else (x, x + wide / 2)
                draw.rectangle([inner[0], top, inner[1], foot], fill=dark)
                draw.rectangle([x - wide * 0.62, foot - 56 * depth, x + wide * 0.62, foot], fill=(30, 26, 26, 255))
            draw.rectangle([600 - half - wide * 1.4, top - wide * 0.4, 600 + half + wide * 1.4, top + wide * 0.6], fill=red)
            draw.rectangle([600 - half - wide * 1.6, top - wide * 0.8, 600 + half + wide * 1.6, top - wide * 0.3], fill=(40, 34, 34, 255))
            draw.rectangle([600 - half, top + wide * 1.5, 600 + half, top + wide * 2.1], fill=dark)

    return paint(image, gates, 0.9)


def bamboo():
    image = gradient([(0, "d4e8b0"), (0.5, "8fb86a"), (1, "3f6a38")])
    image = glow(image, 0.5, 0.35, 0.45, "fbffd8", 2, 0.8)
    random = np.random.default_rng(173)
    for layer, (count, wide, tone) in enumerate([(34, 12, (128, 172, 92)), (22, 24, (92, 142, 66)), (13, 42, (58, 106, 48))]):
        def stems(draw):
            for number in range(count):
                x = random.uniform(-20, W + 20)
                if layer == 2 and abs(x - 600) < 170:
                    x += 380 if x > 600 else -380
                lean = (x - 600) * 0.12
                light = tuple(min(255, c + 44) for c in tone)
                draw.polygon([(x - wide / 2, 900), (x + wide / 2, 900), (x + wide / 2 - lean, 0), (x - wide / 2 - lean, 0)], fill=tone + (255,))
                draw.polygon([(x - wide / 2, 900), (x - wide / 5, 900), (x - wide / 5 - lean, 0), (x - wide / 2 - lean, 0)], fill=light + (255,))
                for y in range(int(random.uniform(0, 90)), 900, 116 - layer * 10):
                    u = x - lean * (900 - y) / 900
                    draw.rectangle([u - wide / 2 - 2, y, u + wide / 2 + 2, y + 4 + layer], fill=tuple(c - 30 for c in tone) + (255,))
            for _ in range(120):
                u, v, r = random.uniform(0, W), random.uniform(0, 300), random.uniform(18, 42)
                draw.polygon([(u, v), (u + r, v + 7), (u + r * 1.6, v + 22), (u + r * 0.7, v + 14)], fill=tone + (220,))

        image = paint(image, stems, 2.4 - layer)
    path = np.clip((1 - np.abs(U - 0.5) / (np.clip(V - 0.6, 0, 1) * 0.7 + 0.01)) * 6, 0, 1) * (V > 0.62)
    return blend(image, "c8b68e", path * 0.85)


def milky_way():
    image = gradient([(0, "050818"), (0.75, "16244a"), (1, "3c3a5c")])
    band = np.exp(-((((U - 0.5) * 0.8 + (V - 0.35) * 0.62 + (noise(174, 3, 3) - 0.5) * 0.2) / 0.13) ** 2))
    image = blend(image, "8a90c8", band * noise(175, 9, 5) * 0.75)
    image = blend(image, "e8c8c0", band**3 * np.clip((noise(176, 14, 4) - 0.45) * 3, 0, 1) * 0.6)
    image = blend(image, "060818", band * np.clip((noise(177, 8, 5) - 0.56) * 6, 0, 1) * 0.8)
    random = np.random.default_rng(178)

    def stars(draw):
        for _ in range(620):
            x, y, r = random.uniform(0, W), random.uniform(0, 760), random.uniform(0.6, 1.7) * (2 if random.random() < 0.06 else 1)
            draw.ellipse([x - r, y - r, x + r, y + r], fill=[(255, 255, 250), (200, 220, 255), (255, 226, 190)][random.integers(3)] + (230,))

    image = paint(image, stars, 0.4)
    image = below(image, ridge(179, 0.82, 0.06, 3), "070a14", 0.003)

    def tent(draw):
        draw.polygon([(690, 790), (800, 640), (930, 790)], fill=(246, 176, 70, 255))
        draw.polygon([(800, 640), (930, 790), (850, 790)], fill=(206, 120, 44, 255))
        draw.polygon([(790, 790), (803, 690), (818, 790)], fill=(255, 236, 170, 255))
        draw.polygon([(400, 780), (418, 780), (416, 690), (402, 690)], fill=(8, 10, 20, 255))
        draw.ellipse([398, 668, 420, 692], fill=(8, 10, 20, 255))

    image = paint(image, tent, 1.0)
    return glow(image, 0.675, 0.83, 0.16, "ffc878", 2, 0.5)


# The paintings of the second set are smaller, and have no date: the diary gives them its own.
PAINTINGS = [
    morning_coffee, new_bread, three_pears, tangerines, tulips, tea_bowl, bookshelf, sleeping_cat,
    azulejos, rain_window, lit_windows, snow_lamp, yellow_tram, rooftops, moon_roofs, train_window,
    persimmons, autumn_avenue, cherry_avenue, snow_field, canola, silver_grass, harbor_dawn,
    lighthouse, grey_sea, beach_morning, fjord, northern_lights, red_cabin, torii, bamboo, milky_way,
]


PHOTOS = [
    ("mountain-ridges", mountain_ridges, "2026:10:11 09:42:17", 1),
    ("window-reading", window_reading, "2026:10:18 15:20:03", 1),
    ("sea-sunset", sea_sunset, "2026:10:25 17:38:51", 1),
    ("han-river-night", han_river_night, "2026:10:31 20:05:44", 1),
    ("warm-soup", warm_soup, "2026:11:07 12:31:09", 1),
    # As a phone held upright stores it: lying on its side, with the orientation to turn it by.
    ("plum-blossom", plum_blossom, "2026:11:10 11:14:30", 6),
    ("first-snow", first_snow, "2026:11:15 08:02:26", 1),
    ("river-fog", river_fog, "2026:11:19 07:12:58", 1),
]


def save(name, pixels, seed, taken=None, orientation=1):
    pixels = canvas_texture(pixels, seed, 9 if taken else 5)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if not taken:
        image = image.resize((960, 720), Image.LANCZOS)
    if orientation == 6:
        image = image.crop((225, 0, 900, 900)).transpose(Image.ROTATE_90)
    exif = Image.Exif()
    if taken:
        exif[0x0112] = orientation
        detail = exif.get_ifd(0x8769)
        detail[0x9003] = taken
        detail[0x9011] = "+09:00"
    path = os.path.join(FOLDER, name + ".jpg")
    image.save(path, quality=78 if taken else 66, optimize=True, exif=exif)
    print(path, image.size, os.path.getsize(path))


def film():
    """Snow under the lamp for five seconds, with ffmpeg."""
    size, frames, rate = (480, 360), 60, 12
    street = np.clip(snow_lamp(flakes=0), 0, 255).astype(np.uint8)
    still = Image.fromarray(street).resize(size, Image.LANCZOS)
    random = np.random.default_rng(180)
    flakes = [random.uniform(0, 1, 4) for _ in range(130)]
    path = os.path.join(FOLDER, "snowfall.mp4")
    command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += ["-s", "%dx%d" % size, "-r", str(rate), "-i", "-", "-c:v", "libx264", "-crf", "30"]
    command += ["-preset", "veryslow", "-threads", "1", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    command += ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", path]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as ffmpeg:
        for frame in range(frames):
            image = still.copy()
            draw = ImageDraw.Draw(image)
            for x, y, depth, phase in flakes:
                # Each flake falls through the picture a whole number of times, so that the film loops.
                fall = (y + frame / frames * (1 + int(depth * 2))) % 1
                sway = np.sin((frame / frames + phase) * 2 * np.pi) * 9
                r = 1 + depth * 1.6
                u, v = x * size[0] + sway, fall * (size[1] + 10) - 5
                draw.ellipse([u - r, v - r, u + r, v + r], fill=(255, 255, 255))
            ffmpeg.stdin.write(image.tobytes())
    print(path, size, os.path.getsize(path))


def main():
    """Paints the photos named by the arguments, or all of them."""
    os.makedirs(FOLDER, exist_ok=True)
    wanted = sys.argv[1:]
    for number, (name, painter, taken, orientation) in enumerate(PHOTOS):
        if name in wanted or not wanted:
            save(name, painter(), 900 + number * 10, taken, orientation)
    for number, painter in enumerate(PAINTINGS):
        name = painter.__name__.replace("_", "-")
        if name in wanted or not wanted:
            save(name, painter(), 1200 + number * 10)
    if "snowfall" in wanted or not wanted:
        film()


if __name__ == "__main__":
    main()
