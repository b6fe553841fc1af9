/// EXIF data written anew, from those of its values alone that are harmless.
struct CleanExif {
  private let order: ByteOrder
  private var bytes: [UInt8]

  /// The harmless part of a photo's metadata, and its orientation from any of them; `nil` when that
  /// is nothing.
  static func make(from metadata: PhotoMetadata, of format: ImageFormat) -> [UInt8]? {
    if let block = metadata.exif { return make(from: block, Orientation(format, metadata)) }
    let nothing = CleanExif.empty
    return nothing.withUnsafeBytes { empty in
      let bytes = Bytes(UnsafeMutableRawBufferPointer(mutating: empty))
      return TIFFBlock(bytes, bytes.all).flatMap { make(from: $0, Orientation(format, metadata)) }
    }
  }

  /// Nil when nothing of it is harmless.
  static func make(from block: TIFFBlock, _ orientation: Orientation = .upright) -> [UInt8]? {
    var main = entries(block, at: block.firstDirectory, HarmlessTags.main)
    if orientation != .upright, !main.contains(where: { $0.tag == TIFFTag.orientation }) {
      let value = CleanExif(order: block.order).number(orientation.rawValue, 2)
      main.append(Entry(tag: TIFFTag.orientation, type: 3, count: 1, value: value))
    }
    var detail = directory(block, TIFFTag.exifDirectory, in: block.firstDirectory)
      .map { (offset: $0, entries: entries(block, at: $0, HarmlessTags.detail)) }
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
    exif.bytes.replaceSubrange(4..<8, with: exif.number(first, 4))
    return exif.bytes
  }

  /// One that says nothing.
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

  /// Writes a directory and what doesn't fit into its entries. Returns its offset.
  private mutating func append(_ entries: [Entry]) -> Int {
    let offset = bytes.count
    var heap: [UInt8] = []
    let heapStart = offset + 2 + entries.count * 12 + 4
    bytes += number(entries.count, 2)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if entry.value.count <= 4 {
        bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        bytes += number(heapStart + heap.count, 4)
        // Values begin at even offsets.
        heap += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      }
    }
    bytes += number(0, 4) + heap
    return offset
  }

  private func pointer(_ tag: Int, _ offset: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, value: number(offset, 4))
  }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    let big = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    return order == .big ? big : big.reversed()
  }
}
