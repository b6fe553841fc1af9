#!/usr/bin/env python3
"""Paints the sample diary's photos into Assets/photos. Needs Pillow and numpy; the same each time."""

import os
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


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for number, (name, painter, taken, orientation) in enumerate(PHOTOS):
        pixels = canvas_texture(painter(), 900 + number * 10)
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        if orientation == 6:
            image = image.crop((225, 0, 900, 900)).transpose(Image.ROTATE_90)
        exif = Image.Exif()
        exif[0x0112] = orientation
        detail = exif.get_ifd(0x8769)
        detail[0x9003] = taken
        detail[0x9011] = "+09:00"
        path = os.path.join(FOLDER, name + ".jpg")
        image.save(path, quality=78, optimize=True, exif=exif)
        print(path, image.size, os.path.getsize(path))


if __name__ == "__main__":
    main()
