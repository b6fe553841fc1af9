import CPNG

/// The tags that a cleaned photo keeps, with their permitted values: camera, settings, date, and
/// display. All others are removed, because a tag can contain anything: a serial number, a name, a
/// note.
enum HarmlessTags {
  /// The permitted form of a value. Texts are from cameras, so they are short.
  enum Form {
    case numbers(ClosedRange<Int>)
    case date
    case text
    /// Bytes of undefined type.
    case bytes(ClosedRange<Int>)
  }

  /// Tags in a picture's directory, which describe the picture.
  static let main: [Int: Form] = [
    TIFFTag.make: .text, TIFFTag.model: .text, TIFFTag.orientation: .numbers(1...1),
    0x011A: .numbers(1...1), 0x011B: .numbers(1...1), 0x0128: .numbers(1...1),  // Resolution.
    0x0132: .date,
    0x013E: .numbers(2...2), 0x013F: .numbers(6...6),  // White point and primaries.
    0x0211: .numbers(3...3), 0x0213: .numbers(1...1), 0x0214: .numbers(6...6),  // YCbCr.
    // Raw files have these here.
    0x829A: .numbers(1...1), 0x829D: .numbers(1...1), 0x8827: .numbers(1...2), 0x9003: .date,
    0x920A: .numbers(1...1),
  ]

  /// Tags in the EXIF directory, which describe the exposure.
  static let exif: [Int: Form] = {
    var forms = main
    for tag in [0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292] {
      forms[tag] = .date
    }
    // Exposure, focus and light, the camera's settings, size and color space.
    let single: [ClosedRange<Int>] = [
      0x8822...0x8822, 0x8830...0x8835, 0x9102...0x9102, 0x9201...0x920A, 0xA001...0xA003,
      0xA20E...0xA210, 0xA217...0xA217, 0xA401...0xA40A, 0xA40C...0xA40C, 0xA500...0xA500,
    ]
    for tag in single.joined() { forms[tag] = .numbers(1...1) }
    for tag in [0x9000, 0x9101, 0xA000] { forms[tag] = .bytes(4...4) }
    for tag in [0xA300, 0xA301] { forms[tag] = .bytes(1...1) }
    forms[0xA432] = .numbers(4...4)
    forms[0xA433] = .text
    forms[0xA434] = .text
    return forms
  }()

  /// Tags in the interoperability directory: one of two color spaces.
  static let interoperability: [Int: Form] = [0x0001: .text, 0x0002: .bytes(4...4)]

  static func keeps(_ entry: TIFFEntry, _ forms: [Int: Form], in block: TIFFBlock) -> Bool {
    guard let form = forms[entry.tag], let range = entry.value else { return false }
    let value = block.bytes.raw(range)
    switch form {
    case .numbers(let count):
      return [1, 3, 4, 5, 8, 9, 10, 11, 12].contains(entry.type) && count ~= entry.count
    case .bytes(let count):
      return entry.type == 7 && count ~= entry.count
    case .date:
      return entry.type == 2 && value.count <= 32
        && value.allSatisfy { 0x2B...0x3A ~= $0 || $0 == 0x20 || $0 == 0 || $0 == 0x54 }
    case .text:
      // Bytes after the end of a text don't belong to it.
      let text = value.prefix { $0 != 0 }
      return entry.type == 2 && value.count <= 64 && text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        && value.dropFirst(text.count).allSatisfy { $0 == 0 }
    }
  }
}

// MARK: - CleanExif

/// New EXIF data with only the harmless values.
struct CleanExif {
  private let order: ByteOrder
  private var bytes: [UInt8]

  /// Returns the harmless metadata of a photo, including its orientation from any source; `nil` if
  /// there is none.
  static func make(from metadata: PhotoMetadata, of format: ImageFormat) -> [UInt8]? {
    if let block = metadata.exif { return make(from: block, Orientation(format, metadata)) }
    let nothing = CleanExif.empty
    return nothing.withUnsafeBytes { empty in
      let bytes = Bytes(UnsafeMutableRawBufferPointer(mutating: empty))
      return TIFFBlock(bytes, bytes.all).flatMap { make(from: $0, Orientation(format, metadata)) }
    }
  }

  /// Returns the harmless part of EXIF data; `nil` if there is none.
  static func make(from block: TIFFBlock, _ orientation: Orientation = .upright) -> [UInt8]? {
    var main = entries(block, at: block.firstDirectory, HarmlessTags.main)
    if orientation != .upright, !main.contains(where: { $0.tag == TIFFTag.orientation }) {
      let value = block.order.bytes(orientation.rawValue, count: 2)
      main.append(Entry(tag: TIFFTag.orientation, type: 3, count: 1, value: value))
    }
    var detail = directory(block, TIFFTag.exifDirectory, in: block.firstDirectory)
      .map { (offset: $0, entries: entries(block, at: $0, HarmlessTags.exif)) }
    let colors = detail.flatMap { directory(block, TIFFTag.interoperability, in: $0.offset) }
      .map { entries(block, at: $0, HarmlessTags.interoperability) }
    guard !main.isEmpty || detail?.entries.isEmpty == false else { return nil }

    var exif = CleanExif(order: block.order)
    if let colors, !colors.isEmpty {
      let offset = exif.append(colors)
      detail?.entries.append(exif.pointer(TIFFTag.interoperability, offset))
    }
    if let detail, !detail.entries.isEmpty {
      let offset = exif.append(detail.entries)
      main.append(exif.pointer(TIFFTag.exifDirectory, offset))
    }
    let first = exif.append(main)
    exif.bytes.replaceSubrange(4..<8, with: block.order.bytes(first))
    return exif.bytes
  }

  /// EXIF data without entries.
  static let empty: [UInt8] = Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8)

  private struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let value: [UInt8]
  }

  private init(order: ByteOrder) {
    self.order = order
    bytes = Array((order == .little ? "II*\0\0\0\0\0" : "MM\0*\0\0\0\0").utf8)
  }

  private static func entries(
    _ block: TIFFBlock, at offset: Int, _ forms: [Int: HarmlessTags.Form]
  ) -> [Entry] {
    var seen: Set<Int> = []
    return (block.directory(at: offset)?.entries ?? []).compactMap { entry in
      guard HarmlessTags.keeps(entry, forms, in: block), seen.insert(entry.tag).inserted,
        let value = entry.value
      else { return nil }
      return Entry(
        tag: entry.tag, type: entry.type, count: entry.count,
        value: Array(block.bytes.raw(value)))
    }
  }

  private static func directory(_ block: TIFFBlock, _ tag: Int, in offset: Int) -> Int? {
    block.directory(at: offset)?.entries.first { $0.tag == tag }.flatMap(block.number)
  }

  /// Writes a directory and the values that don't fit into its entries. Returns its offset.
  private mutating func append(_ entries: [Entry]) -> Int {
    let offset = bytes.count
    var heap: [UInt8] = []
    let heapStart = offset + 2 + entries.count * 12 + 4
    bytes += order.bytes(entries.count, count: 2)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      bytes +=
        order.bytes(entry.tag, count: 2) + order.bytes(entry.type, count: 2)
        + order.bytes(entry.count)
      if entry.value.count <= 4 {
        bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        bytes += order.bytes(heapStart + heap.count)
        // Values start at even offsets.
        heap += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      }
    }
    bytes += order.bytes(0) + heap
    return offset
  }

  private func pointer(_ tag: Int, _ offset: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, value: order.bytes(offset))
  }
}

// MARK: - ColorProfile

/// Cleans ICC color profiles. Profiles of screens have manufacturers' tags with serial numbers, so
/// only standard tags are kept; everything else becomes zeros.
enum ColorProfile {
  private static let kept: Set<String> = [
    "A2B0", "A2B1", "A2B2", "A2B3", "B2A0", "B2A1", "B2A2", "B2A3", "B2D0", "B2D1", "B2D2", "B2D3",
    "D2B0", "D2B1", "D2B2", "D2B3", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "wtpt",
    "bkpt", "lumi", "chad", "chrm", "cicp", "cprt", "desc", "gamt", "meas", "pre0", "pre1", "pre2",
    "rig0", "rig2", "tech", "view",
  ]

  /// Returns the ranges of a JPEG's profile in order, from numbered segments; empty if the profile
  /// is missing or incomplete.
  static func parts(
    _ bytes: Bytes, _ segments: some Sequence<(marker: UInt8, content: Range<Int>)>
  ) -> [Range<Int>] {
    var pieces: [(number: UInt8, content: Range<Int>)] = []
    for (marker, content) in segments where isPart(marker, content, bytes) {
      guard let number = bytes.byte(content.lowerBound + 12), content.count >= 14 else { return [] }
      pieces.append((number, content.dropFirst(14)))
    }
    pieces.sort { $0.number < $1.number }
    guard pieces.map({ Int($0.number) }) == Array(1..<pieces.count + 1) else { return [] }
    return pieces.map(\.content)
  }

  static func isPart(_ marker: UInt8, _ content: Range<Int>, _ bytes: Bytes) -> Bool {
    marker == 0xE2 && bytes.has("ICC_PROFILE\0", at: content.lowerBound)
  }

  /// Cleans a profile in these ranges of a file; `false` if it isn't a profile.
  static func clean(_ bytes: Bytes, in parts: [Range<Int>]) -> Bool {
    var profile = parts.flatMap { bytes.raw($0) }
    guard clean(&profile) else { return false }
    var position = 0
    for part in parts {
      bytes.store(Array(profile[position..<position + part.count]), at: part.lowerBound)
      position += part.count
    }
    return true
  }

  /// Cleans a compressed profile, as in PNG; `nil` if it isn't a profile.
  static func clean(compressed: UnsafeRawBufferPointer) -> [UInt8]? {
    var profile = inflated(compressed)
    guard clean(&profile) else { return nil }
    var result = [UInt8](repeating: 0, count: profile.count + profile.count / 100 + 64)
    result.removeLast(
      result.count - pd_png_deflate(profile, profile.count, &result, result.count))
    return result.isEmpty ? nil : result
  }

  /// Decompresses a profile; empty if it is invalid.
  static func inflated(_ compressed: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: maxSize) { profile, count in
      count = pd_png_inflate(
        compressed.bindMemory(to: UInt8.self).baseAddress, compressed.count, profile.baseAddress,
        maxSize)
    }
  }

  /// The maximum size of a profile in bytes; those for printers have two megabytes.
  static let maxSize = 8 << 20

  private static func clean(_ profile: inout [UInt8]) -> Bool {
    profile.withUnsafeMutableBytes { clean(Bytes($0)) }
  }

  /// Cleans a profile: a header, a table of tags, and their values.
  private static func clean(_ bytes: Bytes) -> Bool {
    guard bytes.has("acsp", at: 36), let count = bytes.number32(128, .big), count <= 256,
      let table = bytes.range(at: 132, count: count * 12)
    else { return false }
    var staying: [Range<Int>] = [0..<84]
    var position = table.lowerBound
    for entry in stride(from: table.lowerBound, to: table.upperBound, by: 12) {
      guard kept.contains(bytes.name(entry)), let offset = bytes.number32(entry + 4, .big),
        let length = bytes.number32(entry + 8, .big),
        let value = bytes.range(at: offset, count: length), offset >= table.upperBound
      else { continue }
      bytes.move(entry..<entry + 12, to: position)
      position += 12
      staying.append(value)
    }
    let left = (position - table.lowerBound) / 12
    bytes.store16(left, at: 130, .big)
    staying.append(128..<position)
    for gap in SortedRanges(staying).gaps(in: bytes.all) { bytes.fill(gap, with: 0) }
    return left > 0
  }
}
