/// The header of a HEIC or AVIF file (ISO/IEC 23008-12): its items, their positions, and the size
/// of the main picture. libheif decodes the pictures, but doesn't report positions of metadata, and
/// takes longer to start than this.
struct HEIFFile {
  struct Item {
    var type = ""
    /// The media type of an item of type `mime`.
    var contentType = ""
    /// `true` if its content is compressed.
    var isEncoded = false
    /// The ranges of its bytes in order; `nil` if they are outside the file or in another item.
    var extents: [Range<Int>]? = []

    /// `true` for a picture, a part of one, or a tone map.
    var isPicture: Bool { Self.pictures.contains(type) }
    private static let pictures: Set<String> = [
      "hvc1", "hvt1", "lhv1", "vvc1", "av01", "avc1", "jpeg", "j2k1", "mski", "unci", "grid",
      "iovl", "iden", "tmap",
    ]

    var isXMP: Bool { type == "mime" && contentType.hasPrefix("application/rdf+xml") }
  }

  private(set) var items: [Int: Item] = [:]
  /// The ID of the main picture; `nil` for a sequence without one.
  private(set) var main: Int?
  private(set) var properties: HEIFProperties?
  /// The upright size of the main picture, or `nil` if unknown.
  private(set) var size: ImageSize?
  /// The range of the main picture's ICC profile, or `nil` if it has none.
  private(set) var profile: Range<Int>?
  /// `true` if the main picture has no colors.
  private(set) var isGray = false
  private let bytes: Bytes
  private var data = 0..<0
  private var links = 0..<0
  /// The maximum number of extents, more than a photo's tiles and metadata have. Extents may be
  /// empty, so the file's length is no limit.
  private static let maxExtents = 65_536

  init?(_ bytes: Bytes) {
    self.bytes = bytes
    guard
      let meta = HEIFBoxes(bytes, in: bytes.all).first(where: { bytes.has("meta", at: $0.name) }),
      meta.content.count > 4
    else { return nil }
    let boxes = Array(HEIFBoxes(bytes, in: meta.content.dropFirst(4)).prefix(64))
    func box(_ name: StaticString) -> Range<Int>? {
      boxes.first { bytes.has(name, at: $0.name) }?.content
    }
    data = box("idat") ?? 0..<0
    links = box("iref") ?? 0..<0
    guard let names = box("iinf"), readItemInfo(names), let locations = box("iloc"),
      readLocations(locations)
    else { return nil }
    if let main = box("pitm"), let version = bytes.byte(main.lowerBound),
      let name = number(main.lowerBound + 4, version == 0 ? 2 : 4), let properties = box("iprp")
    {
      let properties = HEIFProperties(bytes, properties)
      self.main = name
      self.properties = properties
      size = properties.size(ofItem: name)
      profile = properties.profile(ofItem: name)
      isGray = properties.isGray(item: name)
    }
  }

  /// Returns the matching items in the order of their IDs.
  func items(where isWanted: (Item) -> Bool) -> [Item] {
    items.sorted { $0.key < $1.key }.map(\.value).filter(isWanted)
  }

  /// `true` if the main picture or one of its parts is coded as HEVC or AV1.
  var hasKnownCoding: Bool {
    let parts = references("dimg").filter { $0.from == main }.flatMap(\.to)
    return ([main].compactMap(\.self) + parts).contains {
      ["hvc1", "av01"].contains(items[$0]?.type)
    }
  }

  /// `true` if all items are complete.
  var isWhole: Bool { items.values.allSatisfy { $0.extents != nil } }

  /// Returns the references of a kind between items, in the order of the file.
  func references(_ kind: StaticString) -> [(from: Int, to: [Int])] {
    guard let version = bytes.byte(links.lowerBound), links.count > 4 else { return [] }
    let length = version == 0 ? 2 : 4
    return HEIFBoxes(bytes, in: links.dropFirst(4)).filter { bytes.has(kind, at: $0.name) }
      .compactMap { box in
        let start = box.content.lowerBound
        guard let from = number(start, length), let count = number(start + length, 2),
          count <= (box.content.count - length - 2) / length
        else { return nil }
        let to = (0..<count).compactMap { number(start + length + 2 + $0 * length, length) }
        return (from, to)
      }
  }

  private func number(_ position: Int, _ length: Int) -> Int? {
    switch length {
    case 0: 0
    case 2: bytes.number16(position, .big)
    case 4: bytes.number32(position, .big)
    case 8: bytes.number64(position)
    default: nil
    }
  }

  private mutating func readItemInfo(_ range: Range<Int>) -> Bool {
    guard let version = bytes.byte(range.lowerBound) else { return false }
    for box in HEIFBoxes(bytes, in: range.dropFirst(version == 0 ? 6 : 8)).prefix(65_536)
    where bytes.has("infe", at: box.name) {
      let start = box.content.lowerBound
      guard let version = bytes.byte(start) else { return false }
      // Older entries have no type.
      guard version >= 2 else { continue }
      let length = version == 2 ? 2 : 4
      guard let name = number(start + 4, length) else { return false }
      let type = start + 4 + length + 2
      var item = Item()
      item.type = bytes.text(type..<max(type, min(type + 4, box.content.upperBound)))
      // The item's name, the media type of its content, and its encoding.
      let words = bytes.raw(box.content).dropFirst(type + 4 - start)
        .split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
      if item.type == "mime", words.count > 1 {
        item.contentType = String(decoding: words[1].prefix(100), as: UTF8.self)
        item.isEncoded = words.count > 2 && !words[2].isEmpty
      }
      items[name] = item
    }
    return true
  }

  private mutating func readLocations(_ range: Range<Int>) -> Bool {
    guard let version = bytes.byte(range.lowerBound), version <= 2,
      let sizes = bytes.number16(range.lowerBound + 4, .big)
    else { return false }
    let (offsetLength, lengthLength) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseLength, indexLength) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    let nameLength = version < 2 ? 2 : 4
    var position = range.lowerBound + 6
    func next(_ length: Int) -> Int? {
      guard position + length <= range.upperBound, let value = number(position, length)
      else { return nil }
      position += length
      return value
    }
    guard let count = next(nameLength), count <= Self.maxExtents else { return false }
    var left = Self.maxExtents
    for _ in 0..<count {
      guard let name = next(nameLength), let method = version > 0 ? next(2) : 0, next(2) != nil,
        let base = next(baseLength), let pieces = next(2), pieces <= left,
        // Without offset and length, all extents would be the same.
        pieces <= 1 || indexLength + offsetLength + lengthLength > 0
      else { return false }
      left -= pieces
      var extents: [Range<Int>]? = []
      for _ in 0..<pieces {
        guard next(indexLength) != nil, let offset = next(offsetLength),
          let length = next(lengthLength)
        else { return false }
        if let extent = self.range(ofExtent: method & 15, base + offset, length) {
          extents?.append(extent)
        } else {
          extents = nil
        }
      }
      items[name, default: Item()].extents = extents
    }
    return true
  }

  /// Returns the range of an extent in the file; a length of 0 means the rest.
  private func range(ofExtent method: Int, _ offset: Int, _ length: Int) -> Range<Int>? {
    let whole = method == 0 ? bytes.all : method == 1 ? data : 0..<0
    guard offset <= whole.count, length <= whole.count - offset else { return nil }
    let start = whole.lowerBound + offset
    return start..<(length == 0 ? whole.upperBound : start + length)
  }
}

// MARK: - HEIFBoxes

/// The boxes of a HEIC or AVIF file (ISO/IEC 14496-12) in a range, in order.
struct HEIFBoxes: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private let end: Int
  private(set) var position: Int

  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = Swift.min(range.upperBound, bytes.count)
  }

  mutating func next() -> Chunk? {
    guard end - position >= 8, let size = bytes.number32(position, .big) else { return nil }
    var header = 8
    var length = size
    if size == 0 {
      length = end - position
    } else if size == 1 {
      // The length follows in eight bytes.
      header = 16
      guard let whole = bytes.number64(position + 8) else { return nil }
      length = whole
    }
    guard length >= header, header <= end - position else { return nil }
    let box = Chunk(
      name: position + 4, content: position + header..<Swift.min(end, position + length))
    position = box.content.upperBound
    return box
  }

  /// Returns the content of the first box with a name, among the first 64 boxes.
  static func content(of name: StaticString, _ bytes: Bytes, in range: Range<Int>) -> Range<Int>? {
    HEIFBoxes(bytes, in: range).prefix(64).first { bytes.has(name, at: $0.name) }?.content
  }
}

// MARK: - HEIFProperties

/// The properties of the items of a HEIC or AVIF file.
struct HEIFProperties {
  private let bytes: Bytes
  /// The properties of all items.
  private(set) var all: [Chunk] = []
  private var associations: [Range<Int>] = []

  /// Reads the content of the box `iprp`.
  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    for box in HEIFBoxes(bytes, in: range).prefix(64) {
      if bytes.has("ipco", at: box.name) {
        all = Array(HEIFBoxes(bytes, in: box.content).prefix(32_768))
      } else if bytes.has("ipma", at: box.name) {
        associations.append(box.content)
      }
    }
  }

  /// Returns an item's size after cropping and rotation.
  func size(ofItem name: Int) -> ImageSize? {
    var size: ImageSize?
    for box in boxes(ofItem: name) {
      let start = box.content.lowerBound
      if bytes.has("ispe", at: box.name), let width = bytes.number32(start + 4, .big),
        let height = bytes.number32(start + 8, .big)
      {
        size = ImageSize(width: width, height: height)
      } else if bytes.has("clap", at: box.name) {
        if let width = fraction(start), let height = fraction(start + 8), let whole = size {
          size = ImageSize(
            width: min(width, whole.width), height: min(height, whole.height))
        }
      } else if bytes.has("irot", at: box.name), let semaphore = bytes.byte(start),
        semaphore & 1 == 1
      {
        size = size?.transposed
      }
    }
    return size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }

  /// Returns an item's properties in the order in which they are applied.
  func boxes(ofItem name: Int) -> [Chunk] {
    indices(ofItem: name).filter { all.indices.contains($0 - 1) }.map { all[$0 - 1] }
  }

  /// Returns `true` if an item's decoder is configured for luma only.
  func isGray(item name: Int) -> Bool {
    boxes(ofItem: name).contains { box in
      let start = box.content.lowerBound
      if bytes.has("av1C", at: box.name) { return (bytes.byte(start + 2) ?? 0) & 0x10 > 0 }
      return bytes.has("hvcC", at: box.name) && (bytes.byte(start + 16) ?? 1) & 3 == 0
    }
  }

  /// Returns the range of an item's ICC profile.
  func profile(ofItem name: Int) -> Range<Int>? {
    // If the picture is a grid, its tiles may have the profile.
    for box in boxes(ofItem: name) + all {
      // The box's name and the kind of its description.
      if bytes.has("colrprof", at: box.name) || bytes.has("colrrICC", at: box.name) {
        return box.content.dropFirst(4)
      }
    }
    return nil
  }

  private func fraction(_ position: Int) -> Int? {
    guard let part = bytes.number32(position, .big), let unit = bytes.number32(position + 4, .big),
      unit > 0
    else { return nil }
    return (part + unit / 2) / unit
  }

  /// Returns the one-based indices of an item's properties, in the order in which they are applied.
  private func indices(ofItem wanted: Int) -> [Int] {
    for range in associations {
      let start = range.lowerBound
      guard let version = bytes.byte(start), let flags = bytes.byte(start + 3),
        let count = bytes.number32(start + 4, .big)
      else { continue }
      var position = start + 8
      for _ in 0..<count {
        let name =
          version == 0 ? bytes.number16(position, .big) : bytes.number32(position, .big)
        position += version == 0 ? 2 : 4
        guard let name, let held = bytes.byte(position), position < range.upperBound else { break }
        position += 1
        let length = flags & 1 == 1 ? 2 : 1
        if name == wanted {
          return (0..<Int(held)).compactMap { index in
            length == 2
              ? bytes.number16(position + index * 2, .big).map { $0 & 0x7FFF }
              : bytes.byte(position + index).map { Int($0 & 0x7F) }
          }
        }
        position += Int(held) * length
      }
    }
    return []
  }
}

// MARK: - HEIFSequence

/// An image sequence in a HEIC or AVIF file without a main picture: a track, as in videos (ISO/IEC
/// 23008-12, 7).
struct HEIFSequence {
  /// The upright size.
  let size: ImageSize
  private let bytes: Bytes
  /// The description of the frames.
  private let description: Chunk
  private let frame: Range<Int>
  /// The number of counterclockwise rotations by 90 degrees.
  private let turns: UInt8

  /// Finds the first frame of the first track that can be decoded.
  init(_ bytes: Bytes) throws {
    guard let movie = HEIFBoxes.content(of: "moov", bytes, in: bytes.all) else {
      throw ImageError.damaged
    }
    for track in HEIFBoxes(bytes, in: movie).prefix(Self.maxBoxes)
    where bytes.has("trak", at: track.name) {
      guard let media = HEIFBoxes.content(of: "mdia", bytes, in: track.content),
        let handler = HEIFBoxes.content(of: "hdlr", bytes, in: media),
        // Other handlers are for transparency or depth.
        bytes.has("pict", at: handler.lowerBound + 8)
          || bytes.has("vide", at: handler.lowerBound + 8),
        let information = HEIFBoxes.content(of: "minf", bytes, in: media),
        let samples = HEIFBoxes.content(of: "stbl", bytes, in: information),
        let descriptions = HEIFBoxes.content(of: "stsd", bytes, in: samples),
        let description = HEIFBoxes(bytes, in: descriptions.dropFirst(8)).first(where: { _ in true }
        ),
        Self.codings.contains(bytes.name(description.name)),
        let width = bytes.number16(description.content.lowerBound + 24, .big),
        let height = bytes.number16(description.content.lowerBound + 26, .big)
      else { continue }
      guard let frame = Self.frame(bytes, in: samples), width > 0, height > 0 else {
        throw ImageError.damaged
      }
      let stored = ImageSize(width: width, height: height)
      turns =
        HEIFBoxes.content(of: "tkhd", bytes, in: track.content).map { Self.turns(bytes, $0) } ?? 0
      size = turns % 2 == 1 ? stored.transposed : stored
      (self.bytes, self.description, self.frame) = (bytes, description, frame)
      return
    }
    throw ImageError.undecodableType
  }

  /// The first frame as a separate picture.
  var still: HEIFStill? {
    let stored = turns % 2 == 1 ? size.transposed : size
    let zero: [UInt8] = [0, 0, 0, 0]
    var properties = [
      HEIFStill.box(
        "ispe", zero + ByteOrder.big.bytes(stored.width) + ByteOrder.big.bytes(stored.height))
    ]
    let kept = ["hvcC", "av1C", "colr", "pasp", "pixi"]
    for box in HEIFBoxes(bytes, in: description.content.dropFirst(78)).prefix(Self.maxBoxes)
    where kept.contains(bytes.name(box.name)) {
      properties.append(HEIFStill.box(bytes.name(box.name), Array(bytes.raw(box.content))))
    }
    if turns > 0 { properties.append(HEIFStill.box("irot", [turns])) }
    let isAV1 = bytes.has("av01", at: description.name)
    return HEIFStill(type: isAV1 ? "av01" : "hvc1", [frame], properties: properties, from: bytes)
  }

  private static let codings: Set<String> = ["hvc1", "hev1", "av01"]
  private static let maxBoxes = 64

  /// Returns the range of the first frame: the first one of the first chunk.
  private static func frame(_ bytes: Bytes, in samples: Range<Int>) -> Range<Int>? {
    guard let sizes = HEIFBoxes.content(of: "stsz", bytes, in: samples)?.lowerBound,
      let equal = bytes.number32(sizes + 4, .big),
      let count = equal > 0 ? equal : bytes.number32(sizes + 12, .big), count > 0
    else { return nil }
    let near = HEIFBoxes.content(of: "stco", bytes, in: samples).flatMap {
      bytes.number32($0.lowerBound + 8, .big)
    }
    let far = HEIFBoxes.content(of: "co64", bytes, in: samples).flatMap {
      bytes.number64($0.lowerBound + 8)
    }
    return (near ?? far).flatMap { bytes.range(at: $0, count: count) }
  }

  /// Returns the number of quarter turns in a track's matrix.
  private static func turns(_ bytes: Bytes, _ header: Range<Int>) -> UInt8 {
    let start = header.lowerBound + (bytes.byte(header.lowerBound) == 1 ? 52 : 40)
    let one = 0x1_0000
    switch (bytes.number32(start, .big), bytes.number32(start + 4, .big)) {
    case (0, one): return 3
    case (1 << 32 - one, 0): return 2
    case (0, 1 << 32 - one): return 1
    default: return 0
    }
  }
}

// MARK: - HEIFStill

/// A HEIC or AVIF file in memory with one coded picture of another file: a tile or a frame. libheif
/// only reads the main pictures of complete files.
struct HEIFStill: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  /// The file's bytes, valid during the lifetime of this value.
  var bytes: Bytes { Bytes(memory) }

  /// Assembles the file.
  ///
  /// - Parameters:
  ///   - type: the coding: `hvc1` or `av01`.
  ///   - parts: the ranges of the picture's bytes in `source`.
  ///   - properties: boxes that describe the picture, in the order in which they are applied.
  /// - Returns: `nil` for another coding, and for parts that cover bytes more than once.
  init?(type: String, _ parts: [Range<Int>], properties: [[UInt8]], from source: Bytes) {
    let count = parts.reduce(0) { $0 + $1.count }
    guard ["hvc1", "av01"].contains(type), 1...source.count ~= count,
      1...Self.maxProperties ~= properties.count
    else { return nil }
    let brand = type == "av01" ? "avif" : "heic"
    let head = Self.box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8))
    // The length doesn't depend on the position.
    let dataStart = head.count + Self.meta(type, properties, position: 0, count: count).count + 8
    let start =
      head + Self.meta(type, properties, position: dataStart, count: count)
      + ByteOrder.big.bytes(count + 8) + Array("mdat".utf8)
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

  private static let maxProperties = 16

  private static func meta(
    _ type: String, _ properties: [[UInt8]], position: Int, count: Int
  ) -> [UInt8] {
    let zero: [UInt8] = [0, 0, 0, 0]
    let handler = box("hdlr", zero + zero + Array("pict".utf8) + zero + zero + zero + [0])
    let entry = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(type.utf8) + [0])
    // All properties are essential.
    let association =
      [0, 1, UInt8(properties.count)] + (1...properties.count).map { UInt8($0) | 0x80 }
    let description = box(
      "iprp",
      box("ipco", Array(properties.joined()))
        + box("ipma", zero + ByteOrder.big.bytes(1) + association))
    // Four-byte offsets and lengths; one item with one extent.
    let location: [UInt8] =
      zero + [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1] + ByteOrder.big.bytes(position)
      + ByteOrder.big.bytes(count)
    return box(
      "meta",
      zero + handler + box("pitm", zero + [0, 1]) + box("iinf", zero + [0, 1] + entry) + description
        + box("iloc", location))
  }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    ByteOrder.big.bytes(8 + content.count) + Array(name.utf8) + content
  }
}
