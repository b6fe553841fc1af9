/// A HEIC or AVIF file, in memory, of one coded picture of another file: a tile or a frame. libheif only reads
/// the main pictures of files that are whole.
struct HEIFStill: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  /// The file's bytes, valid while this is.
  var bytes: Bytes { Bytes(memory) }

  /// - Parameters:
  ///   - type: The coding: `hvc1` or `av01`.
  ///   - parts: The places of the picture's bytes in `source`.
  ///   - properties: Boxes that describe the picture, in the order in which they are applied.
  /// - Returns: `nil` for another coding, and for parts that cover bytes more than once.
  init?(type: String, _ parts: [Range<Int>], properties: [[UInt8]], from source: Bytes) {
    let count = parts.reduce(0) { $0 + $1.count }
    guard ["hvc1", "av01"].contains(type), 1...source.count ~= count,
      1...Self.mostProperties ~= properties.count
    else { return nil }
    let brand = type == "av01" ? "avif" : "heic"
    let head = Self.box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8))
    // Its length doesn't depend on the place.
    let place = head.count + Self.meta(type, properties, place: 0, count: count).count + 8
    let start =
      head + Self.meta(type, properties, place: place, count: count)
      + Self.number(count + 8) + Array("mdat".utf8)
    memory = .allocate(byteCount: start.count + count, alignment: 8)
    memory.copyBytes(from: start)
    var position = start.count
    for part in parts {
      UnsafeMutableRawBufferPointer(rebasing: memory[position...]).copyMemory(
        from: source.raw(part))
      position += part.count
    }
  }

  deinit { memory.deallocate() }

  private static let mostProperties = 16

  private static func meta(
    _ type: String, _ properties: [[UInt8]], place: Int, count: Int
  ) -> [UInt8] {
    let zero = number(0)
    let handler = box("hdlr", zero + zero + Array("pict".utf8) + zero + zero + zero + [0])
    let entry = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(type.utf8) + [0])
    // Every one of them is needed to show the picture.
    let association =
      [0, 1, UInt8(properties.count)] + (1...properties.count).map { UInt8($0) | 0x80 }
    let description = box(
      "iprp",
      box("ipco", Array(properties.joined())) + box("ipma", zero + number(1) + association))
    // Offsets and lengths of four bytes, one item, and one part of it.
    let location: [UInt8] =
      zero + [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1] + number(place) + number(count)
    return box(
      "meta",
      zero + handler + box("pitm", zero + [0, 1]) + box("iinf", zero + [0, 1] + entry) + description
        + box("iloc", location))
  }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(8 + content.count) + Array(name.utf8) + content
  }

  /// Four bytes.
  static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }
}
