/// The numbers of tags in TIFF, EXIF and DNG.
enum TIFFTag {
  static let imageWidth = 0x0100
  static let imageHeight = 0x0101
  static let photometry = 0x0106
  static let make = 0x010F
  static let model = 0x0110
  static let orientation = 0x0112
  static let subDirectories = 0x014A
  /// The offset of a JPEG.
  static let thumbnail = 0x0201
  static let xmp = 0x02BC
  static let iptc = 0x83BB
  static let photoshop = 0x8649
  static let colorProfile = 0x8773
  static let exifDirectory = 0x8769
  static let gpsDirectory = 0x8825
  static let makerNote = 0x927C
  static let colorSpace = 0xA001
  static let interoperability = 0xA005
  static let dngVersion = 0xC612
}

// MARK: - TIFFEntry

/// An entry of a TIFF directory.
struct TIFFEntry {
  /// The position of its 12 bytes in the file.
  let position: Int
  let tag: Int
  let type: Int
  let count: Int
  /// The range of its value, inside the entry or elsewhere; `nil` if it is outside the block.
  let value: Range<Int>?
}

// MARK: - TIFFDirectory

/// A directory of a TIFF structure.
struct TIFFDirectory {
  /// The position in the file; the entries start two bytes later.
  let position: Int
  let entries: [TIFFEntry]
  /// The offset of the next directory, or 0 for the last one.
  let next: Int

  var end: Int { position + 2 + entries.count * 12 }
}

// MARK: - TIFFBlock

/// A TIFF structure (TIFF 6.0): a complete file, or EXIF data in another file. Offsets count from
/// its start, and nothing outside its range is read.
struct TIFFBlock {
  let bytes: Bytes
  let range: Range<Int>
  let order: ByteOrder
  let firstDirectory: Int

  init?(_ bytes: Bytes, _ range: Range<Int>) {
    let start = range.lowerBound
    guard range.count >= 8, range.upperBound <= bytes.count else { return nil }
    // Raw files of Olympus and Panasonic have other numbers.
    if ["II*\0", "IIRO", "IIRS", "IIU\0"].contains(where: { bytes.has($0, at: start) }) {
      order = .little
    } else if ["MM\0*", "MMOR"].contains(where: { bytes.has($0, at: start) }) {
      order = .big
    } else {
      return nil
    }
    guard let first = bytes.number32(start + 4, order), first >= 8 else { return nil }
    self.bytes = bytes
    self.range = range
    firstDirectory = first
  }

  /// Reads Apple's maker note, whose offsets count from its start.
  init?(appleNote range: Range<Int>, _ bytes: Bytes) {
    guard bytes.has("Apple iOS\0", at: range.lowerBound), range.count > 14,
      range.upperBound <= bytes.count
    else { return nil }
    self.bytes = bytes
    self.range = range
    order = bytes.has("II", at: range.lowerBound + 12) ? .little : .big
    firstDirectory = 14
  }

  /// `true` if it contains a camera's sensor data.
  var isRaw: Bool {
    guard let first = directory(at: firstDirectory) else { return false }
    var directories = [first]
    for entry in first.entries where entry.tag == TIFFTag.subDirectories {
      directories += numbers(entry).prefix(16).compactMap(directory)
    }
    let hasSensor = directories.flatMap(\.entries).contains {
      $0.tag == TIFFTag.photometry && [32_803, 34_892].contains(number($0))
    }
    // Signatures of Canon and Phase One follow the header.
    return hasSensor || first.entries.contains { $0.tag == TIFFTag.dngVersion }
      || ["CR", "IIII", "MMMM"].contains { (signature: StaticString) in bytes.has(signature, at: 8)
      }
  }

  /// Returns the whole numbers of an entry.
  func numbers(_ entry: TIFFEntry) -> [Int] {
    guard let value = entry.value else { return [] }
    switch entry.type {
    case 3:
      return stride(from: value.lowerBound, to: value.upperBound, by: 2)
        .compactMap { bytes.number16($0, order) }
    case 4, 13:
      return stride(from: value.lowerBound, to: value.upperBound, by: 4)
        .compactMap { bytes.number32($0, order) }
    default: return []
    }
  }

  /// Returns the directory at an offset, with the entries that fit into the block.
  func directory(at offset: Int) -> TIFFDirectory? {
    let position = range.lowerBound + offset
    guard offset >= 8, position + 2 <= range.upperBound,
      let claimed = bytes.number16(position, order)
    else { return nil }
    let held = min(claimed, (range.upperBound - position - 2) / 12)
    let entries = (0..<held).compactMap { entry(at: position + 2 + $0 * 12) }
    let end = position + 2 + held * 12
    let next = held == claimed && end + 4 <= range.upperBound ? bytes.number32(end, order) : nil
    return TIFFDirectory(position: position, entries: entries, next: next ?? 0)
  }

  /// Returns the first number of an entry of an integer type.
  func number(_ entry: TIFFEntry) -> Int? {
    guard entry.count >= 1, let value = entry.value else { return nil }
    switch entry.type {
    case 1, 7: return bytes.byte(value.lowerBound).map(Int.init)
    case 3, 8: return bytes.number16(value.lowerBound, order)
    case 4, 9, 13: return bytes.number32(value.lowerBound, order)
    default: return nil
    }
  }

  /// Returns up to eight numbers of an entry of any type; empty if one of them isn't finite.
  func values(_ entry: TIFFEntry) -> [Double] {
    guard let value = entry.value else { return [] }
    let sizes = Self.typeSizes
    guard sizes.indices.contains(entry.type), ![0, 2].contains(entry.type) else { return [] }
    let positions = stride(from: value.lowerBound, to: value.upperBound, by: sizes[entry.type])
    let numbers = positions.prefix(8).compactMap { number(entry.type, at: $0) }
    return numbers.allSatisfy(\.isFinite) ? numbers : []
  }

  private func number(_ type: Int, at position: Int) -> Double? {
    func signed(_ position: Int) -> Double? {
      bytes.number32(position, order).map { Double(Int32(truncatingIfNeeded: $0)) }
    }
    func unsigned(_ position: Int) -> Double? { bytes.number32(position, order).map(Double.init) }
    switch type {
    case 1, 7: return bytes.byte(position).map(Double.init)
    case 6: return bytes.byte(position).map { Double(Int8(bitPattern: $0)) }
    case 3: return bytes.number16(position, order).map(Double.init)
    case 8: return bytes.number16(position, order).map { Double(Int16(truncatingIfNeeded: $0)) }
    case 4, 13: return unsigned(position)
    case 9: return signed(position)
    case 5, 10:
      let read = type == 5 ? unsigned : signed
      guard let part = read(position), let unit = read(position + 4) else { return nil }
      return part / unit
    case 11:
      return bytes.number32(position, order).map { Double(Float(bitPattern: UInt32($0))) }
    default:
      let halves = [position, position + 4].compactMap { bytes.number32($0, order) }
      guard halves.count == 2 else { return nil }
      let (high, low) = order == .big ? (halves[0], halves[1]) : (halves[1], halves[0])
      return Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    }
  }

  /// The size in bytes of a value, by the number of its type.
  private static let typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

  private func entry(at position: Int) -> TIFFEntry? {
    guard let tag = bytes.number16(position, order), let type = bytes.number16(position + 2, order),
      let count = bytes.number32(position + 4, order)
    else { return nil }
    let length = (type < Self.typeSizes.count ? Self.typeSizes[type] : 0) * count
    var value: Range<Int>?
    if length <= 4 {
      value = position + 8..<position + 8 + length
    } else if let offset = bytes.number32(position + 8, order), offset <= range.count,
      length <= range.count - offset
    {
      value = range.lowerBound + offset..<range.lowerBound + offset + length
    }
    return TIFFEntry(position: position, tag: tag, type: type, count: count, value: value)
  }
}

// MARK: - ExifDirectory

/// The values of one EXIF directory. Values of an unexpected type are ignored.
struct ExifDirectory {
  private let block: TIFFBlock
  private let entries: [Int: TIFFEntry]

  init?(_ block: TIFFBlock, at offset: Int) {
    guard let directory = block.directory(at: offset) else { return nil }
    self.block = block
    // The first of several entries with the same tag.
    entries = Dictionary(directory.entries.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// Returns the directory that an entry points to.
  func directory(_ tag: Int) -> ExifDirectory? {
    number(tag).flatMap { ExifDirectory(block, at: $0) }
  }

  func range(_ tag: Int) -> Range<Int>? { entries[tag]?.value }

  /// Returns the first integer of an entry.
  func number(_ tag: Int) -> Int? { entries[tag].flatMap(block.number) }

  /// Returns a text up to its first zero byte. It is untrusted: don't print it unchanged.
  func text(_ tag: Int) -> [UInt8]? {
    guard let entry = entries[tag], [2, 7].contains(entry.type), let value = entry.value
    else { return nil }
    return Array(block.bytes.raw(value).prefix(4096).prefix { $0 != 0 })
  }

  /// Returns the numbers of an entry of any type.
  func numbers(_ tag: Int) -> [Double] { entries[tag].map(block.values) ?? [] }

  /// Returns the first number of an entry unless it is negative.
  func fraction(_ tag: Int) -> Double? { numbers(tag).first.flatMap { $0 >= 0 ? $0 : nil } }
}
