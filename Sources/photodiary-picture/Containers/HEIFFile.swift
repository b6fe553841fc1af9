/// What the header of a HEIC or AVIF file tells: which items it holds, where their bytes stand, and
/// how large the main picture is. libheif reads the pictures; it can't say where metadata stands,
/// and starting it takes longer than reading this.
struct HEIFFile {
  struct Item {
    var type = ""
    /// Of an item of the type "mime".
    var contentType = ""
    /// Whether its content is compressed.
    var isEncoded = false
    /// Where its bytes stand, in order; nil when that is outside the file or in another item.
    var extents: [Range<Int>]? = []

    /// A picture, a part of one, or how its brightness is to be shown.
    var isPicture: Bool { Self.pictures.contains(type) }
    private static let pictures: Set<String> = [
      "hvc1", "hvt1", "lhv1", "vvc1", "av01", "avc1", "jpeg", "j2k1", "mski", "unci", "grid",
      "iovl", "iden", "tmap",
    ]

    var isXMP: Bool { type == "mime" && contentType.hasPrefix("application/rdf+xml") }
  }

  private(set) var items: [Int: Item] = [:]
  /// The number of the main picture; `nil` for a sequence without one.
  private(set) var main: Int?
  private(set) var properties: HEIFProperties?
  /// The main picture as one sees it, nil when it isn't told.
  private(set) var size: PictureSize?
  /// The place of the main picture's color profile; `nil` when it has none, or is described otherwise.
  private(set) var profile: Range<Int>?
  /// `true` if the main picture has no colors.
  private(set) var isGray = false
  private let bytes: Bytes
  private var data = 0..<0
  private var links = 0..<0
  /// More pieces than a photo's tiles and metadata have. They may have no bytes at all, so that the
  /// file's length is no limit.
  private static let mostPieces = 65_536

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
    guard let names = box("iinf"), readNames(names), let places = box("iloc"), readPlaces(places)
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

  /// By their numbers.
  func items(where isWanted: (Item) -> Bool) -> [Item] {
    items.sorted { $0.key < $1.key }.map(\.value).filter(isWanted)
  }

  /// `true` if the main picture, or what it is made of, is coded as HEVC or AV1.
  var hasKnownCoding: Bool {
    let parts = references("dimg").filter { $0.from == main }.flatMap(\.to)
    return ([main].compactMap(\.self) + parts).contains {
      ["hvc1", "av01"].contains(items[$0]?.type)
    }
  }

  /// Whether every item is there from its first byte to its last.
  var isWhole: Bool { items.values.allSatisfy { $0.extents != nil } }

  /// The references of a kind from items to others, in their order.
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

  private mutating func readNames(_ range: Range<Int>) -> Bool {
    guard let version = bytes.byte(range.lowerBound) else { return false }
    for box in HEIFBoxes(bytes, in: range.dropFirst(version == 0 ? 6 : 8)).prefix(65_536)
    where bytes.has("infe", at: box.name) {
      let start = box.content.lowerBound
      guard let version = bytes.byte(start) else { return false }
      // Older ones have no type.
      guard version >= 2 else { continue }
      let length = version == 2 ? 2 : 4
      guard let name = number(start + 4, length) else { return false }
      let type = start + 4 + length + 2
      var item = Item()
      item.type = bytes.text(type..<max(type, min(type + 4, box.content.upperBound)))
      // The item's own name, then the type of its content and how that is encoded.
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

  private mutating func readPlaces(_ range: Range<Int>) -> Bool {
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
    guard let count = next(nameLength), count <= Self.mostPieces else { return false }
    var left = Self.mostPieces
    for _ in 0..<count {
      guard let name = next(nameLength), let method = version > 0 ? next(2) : 0, next(2) != nil,
        let base = next(baseLength), let pieces = next(2), pieces <= left,
        // Those that are told apart by nothing are one.
        pieces <= 1 || indexLength + offsetLength + lengthLength > 0
      else { return false }
      left -= pieces
      var extents: [Range<Int>]? = []
      for _ in 0..<pieces {
        guard next(indexLength) != nil, let offset = next(offsetLength),
          let length = next(lengthLength)
        else { return false }
        if let range = place(method & 15, base + offset, length) {
          extents?.append(range)
        } else {
          extents = nil
        }
      }
      items[name, default: Item()].extents = extents
    }
    return true
  }

  /// Where an extent stands in the file; no length means all that is left.
  private func place(_ method: Int, _ offset: Int, _ length: Int) -> Range<Int>? {
    let whole = method == 0 ? bytes.all : method == 1 ? data : 0..<0
    guard offset <= whole.count, length <= whole.count - offset else { return nil }
    let start = whole.lowerBound + offset
    return start..<(length == 0 ? whole.upperBound : start + length)
  }
}
