/// Takes positions and serial numbers out of a TIFF structure, where it stands.
///
/// The maker notes of many cameras hold the serial number too, in forms of their own: they go whole.
struct ExifCleaner {
  private let block: TIFFBlock
  private var pending: [Int]
  /// Directories seen: a chain that comes back to itself ends there.
  private var seen: Set<Int> = []
  private let limit = 64

  private init(_ block: TIFFBlock) {
    self.block = block
    pending = [block.firstDirectory]
  }

  static func clean(_ bytes: Bytes, _ range: Range<Int>) {
    guard let block = TIFFBlock(bytes, range) else { return }
    var cleaner = ExifCleaner(block)
    cleaner.run()
  }

  private mutating func run() {
    while let offset = pending.popLast(), seen.count < limit {
      guard seen.insert(offset).inserted, let directory = block.directory(at: offset)
      else { continue }
      pending.append(directory.next)
      var removed: [TIFFEntry] = []
      for entry in directory.entries where look(at: entry) { removed.append(entry) }
      remove(removed, from: directory)
    }
  }

  /// Cleans what an entry holds or leads to; true if the entry itself has to go.
  private mutating func look(at entry: TIFFEntry) -> Bool {
    switch entry.tag {
    case TIFFTag.exifDirectory, TIFFTag.interoperability, TIFFTag.subDirectories:
      pending += offsets(entry)
      return false
    case TIFFTag.gpsDirectory:
      for offset in offsets(entry) where !seen.contains(offset) { eraseDirectory(at: offset) }
      return true
    case TIFFTag.bodySerialNumber, TIFFTag.lensSerialNumber, TIFFTag.cameraSerialNumber:
      erase(entry)
      return true
    case TIFFTag.makerNote:
      erase(entry, limit: 1 << 18)
      return true
    case TIFFTag.photoshop:
      if let value = entry.value { LocationRemover.cleanBareBlocks(block.bytes, in: value) }
      return false
    case TIFFTag.xmp:
      if let value = entry.value { XMPPacket.blankIfPrivate(block.bytes, value) }
      return false
    default:
      return false
    }
  }

  private func offsets(_ entry: TIFFEntry) -> [Int] {
    guard let value = entry.value, entry.type == 4 || entry.type == 13 else { return [] }
    return stride(from: value.lowerBound, to: value.upperBound, by: 4).prefix(limit)
      .compactMap { block.bytes.number32($0, block.order) }
  }

  private func eraseDirectory(at offset: Int) {
    guard let directory = block.directory(at: offset) else { return }
    for entry in directory.entries { erase(entry) }
    block.bytes.fill(directory.position..<directory.end, with: 0)
  }

  private func erase(_ entry: TIFFEntry, limit: Int = 4096) {
    // No position is as long as that: a longer value is a wrong number, and might be the pixels.
    if let value = entry.value, value.count <= limit { block.bytes.fill(value, with: 0) }
  }

  /// The entries after one that goes move up, and with them the offset of the next directory.
  private func remove(_ removed: [TIFFEntry], from directory: TIFFDirectory) {
    guard !removed.isEmpty else { return }
    let end = min(directory.end + 4, block.range.upperBound)
    for entry in removed.reversed() {
      block.bytes.move(entry.position + 12..<max(entry.position + 12, end), to: entry.position)
    }
    block.bytes.fill(max(directory.position + 2, end - removed.count * 12)..<end, with: 0)
    let left = directory.entries.count - removed.count
    block.bytes.store16(left, at: directory.position, block.order)
  }
}
