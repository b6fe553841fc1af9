import DiaryCore
import Foundation
import Media
import TestSupport

extension TemporaryFolder {
  /// Writes a photo under a unique name.
  func write(_ bytes: [UInt8], _ name: String = "photo") throws -> String {
    try write(bytes, to: "\(UUID().uuidString)-\(name)")
  }
}

enum Fixture {
  static func sample(_ name: String) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: samplePath(name))
  }

  /// Returns one of the small files in Fixtures/; its README describes how each was made.
  static func file(_ name: String) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: Checkout.path("Tests/MediaTests/Fixtures/\(name)"))
  }

  static func samplePath(_ name: String) -> String { Checkout.photo("\(name).jpg") }

  /// Returns a sample with its metadata replaced.
  static func jpeg(_ name: String = "warm-soup", exif: [UInt8]) throws -> [UInt8] {
    var bytes = try sample(name)
    var position = 2
    while bytes[position] == 0xFF, 0xE0...0xEF ~= bytes[position + 1] {
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      if bytes[position + 1] == 0xE1 {
        bytes.removeSubrange(position..<position + 2 + length)
      } else {
        position += 2 + length
      }
    }
    return jpeg(bytes, with: exifSegment(exif))
  }

  /// Returns a JPEG with more segments after its first marker.
  static func jpeg(_ photo: [UInt8], with segments: [UInt8]) -> [UInt8] {
    photo[..<2] + segments + photo[2...]
  }

  /// Returns a bitmap that claims to contain a JPEG.
  static func jpegInBitmap() throws -> [UInt8] {
    var bitmap = try file("corners.bmp")
    bitmap[30] = 4
    return bitmap
  }

  /// Returns a bitmap of 4 × 4 pixels in four squares, like the other fixtures; in two colors with
  /// a depth of 1.
  static func bitmap(_ depth: Int, _ compression: Int, isTopDown: Bool) -> [UInt8] {
    func little(_ number: Int, _ length: Int = 4) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let colors: [[UInt8]] = PixelColor.corners.map {
      [UInt8($0.blue), UInt8($0.green), UInt8($0.red)]
    }
    func short(_ color: Int) -> [UInt8] {
      // Five bits each, or six for green if the file has masks.
      let green = compression == 3 ? 6 : 5
      let blue = (Int(colors[color][0]) * 31 + 127) / 255
      let middle = (Int(colors[color][1]) * (1 << green - 1) + 127) / 255
      let red = (Int(colors[color][2]) * 31 + 127) / 255
      return little(blue | middle << 5 | red << (5 + green), 2)
    }
    var rows: [UInt8] = []
    for y in isTopDown ? [0, 1, 2, 3] : [3, 2, 1, 0] {
      let squares = y < 2 ? [0, 0, 1, 1] : depth == 1 ? [1, 1, 0, 0] : [2, 2, 3, 3]
      let (left, right) = (UInt8(squares[0]), UInt8(squares[3]))
      switch (depth, compression) {
      case (1, _): rows += [left * 0xC0 | right * 0x30, 0, 0, 0]
      case (4, 0): rows += [left * 17, right * 17, 0, 0]
      case (8, 0): rows += squares.map { UInt8($0) }
      // Two runs and the end of the row.
      case (4, _): rows += [2, left * 17, 2, right * 17, 0, 0]
      case (8, _): rows += [2, left, 1, right, 1, right, 0, 0]
      case (16, _): for square in squares { rows += short(square) }
      case (24, _): for square in squares { rows += colors[square] }
      default: for square in squares { rows += colors[square] + [0] }
      }
    }
    if compression == 1 || compression == 2 { rows += [0, 1] }
    var tables: [UInt8] = []
    if depth <= 8 {
      for color in colors { tables += color + [0] }
      tables += [UInt8](repeating: 0, count: 4 << 8)
      tables = Array(tables.prefix(4 << depth))
    } else if compression == 3 {
      for mask in depth == 16 ? [0xF800, 0x07E0, 0x001F] : [0xFF_0000, 0xFF00, 0xFF] {
        tables += little(mask)
      }
    }
    let start = 54 + tables.count
    var bitmap: [UInt8] = [0x42, 0x4D]
    for number in [start + rows.count, 0, start, 40, 4, isTopDown ? -4 : 4] {
      bitmap += little(number)
    }
    bitmap += little(1, 2) + little(depth, 2) + little(compression) + little(rows.count)
    bitmap += [UInt8](repeating: 0, count: 16)
    return bitmap + tables + rows
  }

  enum Primaries {
    case sRGB
    /// Adobe RGB, with a gamma of 2.2.
    case wide
  }

  /// Returns a color profile with primaries and a curve for all of them.
  static func profile(_ primaries: Primaries, space: String = "RGB ") -> [UInt8] {
    func fixed(_ values: [Double]) -> [UInt8] {
      var bytes: [UInt8] = []
      for value in values { bytes += big(Int(value * 65_536)) }
      return bytes
    }
    let zero: [UInt8] = [0, 0, 0, 0]
    var curve = Array("curv".utf8) + zero + [0, 0, 0, 1, 0x02, 0x33, 0, 0]
    var values = [
      [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
    ]
    if primaries == .sRGB {
      curve = Array("para".utf8) + zero + [0, 3, 0, 0]
      curve += fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      values = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
      ]
    }
    let light = fixed([0.9642, 1, 0.82491])
    let xyz = Array("XYZ ".utf8) + zero
    var tags: [(String, [UInt8])] = [("wtpt", xyz + light)]
    for (name, value) in zip(["rXYZ", "gXYZ", "bXYZ"], values) {
      tags.append((name, xyz + fixed(value)))
    }
    for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    var (table, data) = ([UInt8](), [UInt8]())
    for (name, value) in tags {
      table += Array(name.utf8) + big(132 + tags.count * 12 + data.count) + big(value.count)
      data += value
    }
    var header = big(132 + table.count + data.count) + zero + [2, 0x40, 0, 0]
    header += Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + light
    header += [UInt8](repeating: 0, count: 48)
    return header + big(tags.count) + table + data
  }

  /// Returns a CMYK profile in which only black has an effect.
  static func cmykProfile() -> [UInt8] {
    let zero: [UInt8] = [0, 0, 0, 0]
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big($0 << 16) }
    let curve: [UInt8] = [0, 0, 0xFF, 0xFF]
    var table = Array("mft2".utf8) + zero + [4, 3, 2, 0] + identity + [0, 2, 0, 2]
    for _ in 0..<4 { table += curve }
    for corner in 0..<16 { table += [corner % 2 == 0 ? 0xFF : 0, 0, 0x80, 0, 0x80, 0] }
    for _ in 0..<3 { table += curve }
    var header = big(144 + table.count) + zero + [2, 0x40, 0, 0]
    header += Array("prtrCMYKLab ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += big(0xF6D6) + big(0x10000) + big(0xD32D) + [UInt8](repeating: 0, count: 48)
    return header + big(1) + Array("A2B0".utf8) + big(144) + big(table.count) + table
  }

  /// Returns a JPEG segment with a complete color profile.
  static func profileSegment(_ profile: [UInt8]) -> [UInt8] {
    segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
  }

  static func exifSegment(_ exif: [UInt8]) -> [UInt8] {
    segment(0xE1, Array("Exif\0\0".utf8) + exif)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(content.count + 2)[2...] + content
  }

  /// Returns a WebP chunk.
  static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(content.count).reversed() + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// Returns the metadata of Canon's raw files.
  static func canon(_ directories: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
    let number: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    return box("moov", box("uuid", number + directories.flatMap { box($0.key, $0.value) }))
  }

  /// Returns a box of HEIF or MP4.
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count) + Array(name.utf8) + content
  }

  /// Returns a TIFF whose only directory points to itself.
  static func loopingTIFF() throws -> [UInt8] {
    var tiff = try file("corners.tiff")
    let first = Int(tiff[4]) | Int(tiff[5]) << 8
    let end = first + 2 + Int(tiff[first]) * 12
    tiff.replaceSubrange(end..<end + 4, with: tiff[4..<8])
    return tiff
  }

  /// Returns a gray PNG that claims a size; some of its rows may be missing.
  static func png(width: Int, height: Int, rows: Int, chunks: [(String, [UInt8])] = []) -> [UInt8] {
    let row: [UInt8] = [0] + Array(repeating: 0x80, count: width * 3)
    let pixels = Array(repeatElement(row, count: rows).joined())
    let header = big(width) + big(height) + [8, 2, 0, 0, 0]
    let all = [("IHDR", header)] + chunks + [("IDAT", stored(pixels)), ("IEND", [])]
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + all.flatMap { chunk($0.0, $0.1) }
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return big(content.count) + checked + big(Int(checksum(checked)))
  }

  static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the CRC-32 of bytes.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let half = sum >> 1
        sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
      }
    }
    return ~sum
  }

  /// Returns an uncompressed zlib stream.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(65535)
      rest = rest.dropFirst(65535)
      let length = UInt16(piece.count)
      stream += [rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
      stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)] + piece
    } while !rest.isEmpty
    return stream + big(Int(high << 16 | low))
  }
}

/// The picture program that was built with these tests, next to their bundle.
let program: PictureProgram? = {
  let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
  let bundle = maps.split(separator: "\n").first { $0.hasSuffix("PackageTests.xctest") }
  guard let bundle, let start = bundle.firstIndex(of: "/") else { return nil }
  let folder = URL(fileURLWithPath: String(bundle[start...])).deletingLastPathComponent().path
  return PictureProgram(path: folder + "/photodiary-picture")
}()

let inspector = ProgramInspector(program)

/// EXIF data with the values that tests look for.
struct ExifFixture {
  var orientation = 1
  var taken: String?
  var offset: String?
  /// Includes a position (Seoul) and the serial numbers of the body, the lens and the camera.
  var isPrivate = false
  /// Apple's maker note, starting with its directory.
  var appleNote: [UInt8]?

  static let secrets = ["BODY-4711", "LENS-0815", "CAMERA-42"]

  /// Big-endian.
  var bytes: [UInt8] {
    var tiff = TIFFFixture(isBig: true)
    func text(_ tag: Int, _ text: String) -> TIFFFixture.Entry {
      TIFFFixture.text(tag, Array(text.utf8) + [0])
    }
    let angle = [37, 1, 31, 1, 123, 10].flatMap(Fixture.big)
    var first: [TIFFFixture.Entry] = [(0x0112, 3, 1, [0, UInt8(orientation)])]
    var detail: [TIFFFixture.Entry] = []
    if let taken { detail.append(text(0x9003, taken)) }
    if let offset { detail.append(text(0x9011, offset)) }
    if let appleNote {
      detail.append(TIFFFixture.bytes(0x927C, Array("Apple iOS\0\0\u{1}MM".utf8) + appleNote))
    }
    if isPrivate {
      let position = tiff.directory([
        (1, 2, 2, [0x4E, 0]), (2, 5, 3, angle), (3, 2, 2, [0x45, 0]), (4, 5, 3, angle),
      ])
      first += [tiff.link(0x8825, position), text(0xC62F, Self.secrets[2])]
      detail += [text(0xA431, Self.secrets[0]), text(0xA435, Self.secrets[1])]
    }
    first.append(tiff.link(0x8769, tiff.directory(detail)))
    // A separate statement, because an inout argument has the bytes before the call.
    let start = tiff.directory(first)
    return tiff.whole(start)
  }
}

/// TIFF structures with nested directories.
struct TIFFFixture {
  private var bytes: [UInt8]
  private let isBig: Bool

  init(isBig: Bool = false) {
    self.isBig = isBig
    bytes = Array((isBig ? "MM\0*\0\0\0\0" : "II*\0\0\0\0\0").utf8)
  }

  typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

  /// Returns EXIF data with a note in texts, the maker note, the position, and outside of its
  /// directories.
  static func exif(note: [UInt8]) -> [UInt8] {
    var tiff = TIFFFixture()
    tiff.bytes += note
    let position = tiff.directory([
      (1, 2, 2, [0x4E, 0]), (0x1B, 7, note.count, note), (0x1D, 2, note.count, note),
    ])
    let interoperability = tiff.directory([(1, 2, 4, Array("R98\0".utf8)), text(0x1000, note)])
    let detail = tiff.directory([
      text(0x9003, Array("2026:11:19 07:12:58\0".utf8)), bytes(0x927C, note), bytes(0x9286, note),
      tiff.link(0xA005, interoperability), text(0xA420, note), text(0xA430, note),
      text(0xA431, note), text(0xA435, note), (0xA500, 2, note.count, note),
    ])
    let thumbnail = tiff.directory([text(0x013B, note), tiff.link(0x8825, position)])
    let main = tiff.directory(
      [
        text(0x010E, note), text(0x010F, Array("Nikon\0".utf8)), (0x0112, 3, 1, [1, 0]),
        text(0x0131, note), text(0x013B, note), text(0x013C, note), bytes(0x02BC, note),
        text(0x8298, note), bytes(0x83BB, note), bytes(0x8649, note), tiff.link(0x8769, detail),
        tiff.link(0x8825, position), bytes(0x9C9D, note), text(0xC62F, note),
      ], next: thumbnail)
    return tiff.whole(main)
  }

  /// Returns two pages of 4 × 4 gray pixels with a third one inside the second, and notes in all of
  /// them.
  static func pages(note: [UInt8]) -> [UInt8] {
    var tiff = TIFFFixture()
    func page(_ more: [Entry], next: Int = 0) -> Int {
      let strip = tiff.place([UInt8](repeating: 0x80, count: 16))
      let shape: [Entry] = [
        (0x0100, 3, 1, [4, 0]), (0x0101, 3, 1, [4, 0]), (0x0102, 3, 1, [8, 0]),
        (0x0103, 3, 1, [1, 0]), (0x0106, 3, 1, [1, 0]), tiff.link(0x0111, strip),
        (0x0116, 3, 1, [4, 0]), tiff.link(0x0117, 16),
      ]
      return tiff.directory(shape + more, next: next)
    }
    let position = tiff.directory([(0x1B, 7, note.count, note)])
    tiff.bytes += note
    let inner = page([text(0x013B, note), tiff.link(0x8825, position)])
    let detail = tiff.directory([bytes(0x927C, note), text(0xA431, note)])
    let second = page([
      tiff.link(0x014A, inner), tiff.link(0x8769, detail), tiff.link(0x8825, position),
    ])
    // A separate statement, because an inout argument has the bytes before the call.
    let first = page([text(0x010E, note), bytes(0x8649, note)], next: second)
    return tiff.whole(first)
  }

  /// Returns a camera's raw file with a rotation of 90 degrees: a small gray picture, sensor data,
  /// and a JPEG.
  static func raw(preview: [UInt8], _ more: [Entry] = []) -> [UInt8] {
    var tiff = TIFFFixture()
    let strip = tiff.place([UInt8](repeating: 0x80, count: 16))
    let sensor = tiff.directory([(0x0106, 3, 1, [0x23, 0x80])])
    let start = tiff.place(preview)
    let second = tiff.directory([tiff.link(0x0201, start), tiff.link(0x0202, preview.count)])
    let shape: [Entry] = [
      (0x0100, 3, 1, [4, 0]), (0x0101, 3, 1, [4, 0]), (0x0102, 3, 1, [8, 0]),
      (0x0103, 3, 1, [1, 0]), (0x0106, 3, 1, [1, 0]), tiff.link(0x0111, strip),
      (0x0112, 3, 1, [6, 0]), (0x0116, 3, 1, [4, 0]), tiff.link(0x0117, 16),
      tiff.link(0x014A, sensor),
    ]
    let first = tiff.directory(shape + more, next: second)
    return tiff.whole(first)
  }

  /// Returns EXIF data that names a color space, by its number and by an interoperability rule.
  static func exif(colorSpace: Int, rules: String) -> [UInt8] {
    var tiff = TIFFFixture(isBig: true)
    let interoperability = tiff.directory([text(1, Array("\(rules)\0".utf8))])
    let detail = tiff.directory([
      (0xA001, 3, 1, Array(Fixture.big(colorSpace).suffix(2))), tiff.link(0xA005, interoperability),
    ])
    let main = tiff.directory([tiff.link(0x8769, detail)])
    return tiff.whole(main)
  }

  /// Returns EXIF data with a thumbnail.
  static func exif(thumbnail: [UInt8]) -> [UInt8] {
    var tiff = TIFFFixture(isBig: true)
    let place = tiff.place(thumbnail)
    let second = tiff.directory([tiff.link(0x0201, place), tiff.link(0x0202, thumbnail.count)])
    let main = tiff.directory([(0x0112, 3, 1, [0, 1])], next: second)
    return tiff.whole(main)
  }

  /// Returns 4 × 4 pixels with these samples.
  static func pixels(
    bits: Int, kind: Int, _ samples: [Int], profile: [UInt8] = []
  ) -> [UInt8] {
    var tiff = TIFFFixture(isBig: true)
    var row: [UInt8] = []
    var (buffer, filled) = (0, 0)
    for sample in [samples, samples, samples, samples].joined() {
      (buffer, filled) = (buffer & 0xFF << bits | sample, filled + bits)
      while filled >= 8 {
        row.append(UInt8(truncatingIfNeeded: buffer >> (filled - 8)))
        filled -= 8
      }
    }
    let strip = tiff.place([row, row, row, row].flatMap { $0 })
    let depths = tiff.place(samples.flatMap { _ in [0, UInt8(bits)] })
    func short(_ tag: Int, _ value: Int) -> Entry { (tag, 3, 1, [0, UInt8(value)]) }
    let count = samples.count
    let shape: [Entry] = [
      short(0x0100, 4), short(0x0101, 4), short(0x0103, 1), short(0x0106, kind),
      short(0x0115, count),
      count < 3 ? short(0x0102, bits) : (0x0102, 3, count, tiff.long(depths)),
      tiff.link(0x0111, strip), short(0x0116, 4), tiff.link(0x0117, row.count * 4),
    ]
    let first = tiff.directory(shape + (profile.isEmpty ? [] : [bytes(0x8773, profile)]))
    return tiff.whole(first)
  }

  static func text(_ tag: Int, _ text: [UInt8]) -> Entry { (tag, 2, text.count, text) }
  static func bytes(_ tag: Int, _ bytes: [UInt8]) -> Entry { (tag, 7, bytes.count, bytes) }
  func link(_ tag: Int, _ place: Int) -> Entry { (tag, 4, 1, long(place)) }

  private func long(_ number: Int) -> [UInt8] {
    isBig ? Fixture.big(number) : Fixture.big(number).reversed()
  }
  private func short(_ number: Int) -> [UInt8] {
    isBig ? Array(long(number)[2...]) : Array(long(number)[..<2])
  }

  func whole(_ first: Int) -> [UInt8] { bytes[..<4] + long(first) + bytes[8...] }

  private mutating func place(_ value: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes += value
    return bytes.count - value.count
  }

  mutating func directory(_ entries: [Entry], next: Int = 0) -> Int {
    var directory = short(entries.count)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      directory += short(entry.tag) + short(entry.type) + long(entry.count)
      let value = entry.value + [UInt8](repeating: 0, count: max(0, 4 - entry.value.count))
      directory += value.count == 4 ? value : long(place(value))
    }
    return place(directory + long(next))
  }
}

/// HEIC and AVIF files that contain the coded picture of another one, which is 96 × 64.
struct HEIFFixture {
  typealias Item = (type: String, properties: [[UInt8]], bytes: [UInt8])

  private let coding: String
  /// The boxes of the decoder's configuration.
  private let configuration: [[UInt8]]
  private let pixels: [UInt8]

  init(_ name: String = "turned-1.heic") throws {
    let photo = try Fixture.file(name)
    let data = Data(photo)
    coding = name.hasSuffix("avif") ? "av01" : "hvc1"
    configuration = ["hvcC", "av1C", "colr"].compactMap { name in
      data.range(of: Data(name.utf8)).map {
        Array(photo[$0.lowerBound - 4..<$0.lowerBound - 4 + Int(photo[$0.lowerBound - 1])])
      }
    }
    pixels = Array(photo[try require(data.range(of: Data("mdat".utf8))).upperBound...])
  }

  var picture: Item { (coding, configuration + [Self.size(96, 64)], pixels) }

  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    Fixture.box("ispe", Fixture.big(0) + Fixture.big(width) + Fixture.big(height))
  }

  /// Returns a grid of two copies of the picture, side by side.
  func grid(_ turns: [[UInt8]] = []) -> [UInt8] {
    let tiles: [UInt8] = [0, 0, 0, 1, 0, 192, 0, 64]
    let links = Fixture.box("dimg", [0, 1, 0, 2, 0, 2, 0, 3])
    let item = ("grid", [Self.size(192, 64)] + turns, tiles)
    return Self.file([item, picture, picture], main: 1, links)
  }

  /// Returns a file with consecutive items, whose IDs count from one.
  static func file(_ items: [Item], main: UInt8, _ links: [UInt8] = []) -> [UInt8] {
    func full(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Fixture.box(name, Fixture.big(0) + content)
    }
    let count = [0, UInt8(items.count)]
    var entries = count
    var associations = Fixture.big(items.count)
    var properties = 0
    for (index, item) in items.enumerated() {
      let name = [0, UInt8(index + 1)]
      let entry = Fixture.big(0x200_0000) + name + [0, 0] + Array(item.type.utf8) + [0]
      entries += Fixture.box("infe", entry)
      associations += name + [UInt8(item.properties.count)]
      associations += item.properties.indices.map { UInt8(properties + $0 + 1) }
      properties += item.properties.count
    }
    func header(_ start: Int) -> [UInt8] {
      var places: [UInt8] = [0x44, 0] + count
      var place = start
      for (index, item) in items.enumerated() {
        places += [0, UInt8(index + 1), 0, 0, 0, 1] + Fixture.big(place)
        places += Fixture.big(item.bytes.count)
        place += item.bytes.count
      }
      let boxes = Fixture.box("ipco", items.flatMap { $0.properties.flatMap { $0 } })
      let handler = Fixture.big(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
      var meta = full("hdlr", handler) + full("pitm", [0, main]) + full("iinf", entries)
      meta += Fixture.box("iprp", boxes + full("ipma", associations)) + full("iloc", places)
      if !links.isEmpty { meta += full("iref", links) }
      return Fixture.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + full("meta", meta)
    }
    let content = items.flatMap(\.bytes)
    return header(header(0).count + 8) + Fixture.box("mdat", content)
  }

  /// Returns a track of the picture and an invalid frame, without a main picture.
  ///
  /// - Parameter matrix: the first five numbers of the track's transformation.
  func sequence(matrix: [Int] = [1, 0, 0, 0, 1], brand: String = "hevc") -> [UInt8] {
    let zero = Fixture.big(0)
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    let entry = zeros(24) + [0, 96, 0, 64] + zeros(50) + configuration.flatMap { $0 }
    let turned = matrix.flatMap { Fixture.big($0 << 16) }
    func movie(_ start: Int) -> [UInt8] {
      let samples =
        Fixture.box("stsd", zero + Fixture.big(1) + Fixture.box(coding, entry))
        + Fixture.box(
          "stsz", zero + zero + Fixture.big(2) + Fixture.big(pixels.count) + Fixture.big(9))
        + Fixture.box("stco", zero + Fixture.big(1) + Fixture.big(start))
      let handler = Fixture.box("hdlr", zero + zero + Array("pict".utf8) + zeros(13))
      let media = handler + Fixture.box("minf", Fixture.box("stbl", samples))
      let track = Fixture.box("tkhd", zeros(40) + turned + zeros(24)) + Fixture.box("mdia", media)
      return Fixture.box("ftyp", Array("msf1\0\0\0\0msf1\(brand)".utf8))
        + Fixture.box("moov", Fixture.box("trak", track))
    }
    return movie(movie(0).count + 8) + Fixture.box("mdat", pixels + zeros(9))
  }
}
