/// The values of one directory of EXIF data. Whatever isn't of the type that it should be is none.
struct ExifDirectory {
  private let block: TIFFBlock
  private let entries: [Int: TIFFEntry]

  init?(_ block: TIFFBlock, at offset: Int) {
    guard let directory = block.directory(at: offset) else { return nil }
    self.block = block
    // The first of several.
    entries = Dictionary(directory.entries.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// The directory that an entry leads to.
  func directory(_ tag: Int) -> ExifDirectory? {
    number(tag).flatMap { ExifDirectory(block, at: $0) }
  }

  func range(_ tag: Int) -> Range<Int>? { entries[tag]?.value }

  /// The first of an entry's whole numbers.
  func number(_ tag: Int) -> Int? { entries[tag].flatMap(block.number) }

  /// The bytes of a text up to its first zero: from a stranger, so not to be shown as they are.
  func text(_ tag: Int) -> [UInt8]? {
    guard let entry = entries[tag], [2, 7].contains(entry.type), let value = entry.value
    else { return nil }
    return Array(block.bytes.raw(value).prefix(4096).prefix { $0 != 0 })
  }

  /// The numbers of an entry, of whatever type they are.
  func numbers(_ tag: Int) -> [Double] { entries[tag].map(block.values) ?? [] }

  /// The first of them, if it isn't negative.
  func fraction(_ tag: Int) -> Double? { numbers(tag).first.flatMap { $0 >= 0 ? $0 : nil } }
}
