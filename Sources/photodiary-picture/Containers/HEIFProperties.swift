/// The properties of the items of a HEIC or AVIF file.
struct HEIFProperties {
  private let bytes: Bytes
  /// Those of all items.
  private(set) var all: [Chunk] = []
  private var associations: [Range<Int>] = []

  /// The content of the box "iprp".
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

  /// The size after cropping and turning.
  func size(ofItem name: Int) -> PictureSize? {
    var size: PictureSize?
    for box in boxes(ofItem: name) {
      let start = box.content.lowerBound
      if bytes.has("ispe", at: box.name), let width = bytes.number32(start + 4, .big),
        let height = bytes.number32(start + 8, .big)
      {
        size = PictureSize(width: width, height: height)
      } else if bytes.has("clap", at: box.name) {
        if let width = fraction(start), let height = fraction(start + 8), let whole = size {
          size = PictureSize(
            width: min(width, whole.width), height: min(height, whole.height))
        }
      } else if bytes.has("irot", at: box.name), let semaphore = bytes.byte(start),
        semaphore & 1 == 1
      {
        size = size?.turned
      }
    }
    return size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }

  /// Its properties in the order in which they are applied.
  func boxes(ofItem name: Int) -> [Chunk] {
    indices(ofItem: name).filter { all.indices.contains($0 - 1) }.map { all[$0 - 1] }
  }

  /// `true` if its decoder is set up for luma alone.
  func isGray(item name: Int) -> Bool {
    boxes(ofItem: name).contains { box in
      let start = box.content.lowerBound
      if bytes.has("av1C", at: box.name) { return (bytes.byte(start + 2) ?? 0) & 0x10 > 0 }
      return bytes.has("hvcC", at: box.name) && (bytes.byte(start + 16) ?? 1) & 3 == 0
    }
  }

  /// The place of its color profile.
  func profile(ofItem name: Int) -> Range<Int>? {
    // Of a picture that is made of tiles, the tiles may have it.
    for box in boxes(ofItem: name) + all {
      // Its name, then which kind of description it is.
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

  /// Its properties, counted from one, in the order in which they are applied.
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
