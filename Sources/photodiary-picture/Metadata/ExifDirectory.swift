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
    guard let entry = entries[tag], entry.type == 2, let value = entry.value else { return nil }
    return Array(block.bytes.raw(value).prefix(4096).prefix { $0 != 0 })
  }

  func fraction(_ tag: Int) -> Double? { fractions(tag).first }

  /// Its fractions without a sign, none if there is one that divides by zero.
  func fractions(_ tag: Int) -> [Double] {
    guard let entry = entries[tag], entry.type == 5, let value = entry.value else { return [] }
    var result: [Double] = []
    for position in stride(from: value.lowerBound, to: value.upperBound, by: 8).prefix(8) {
      guard let part = block.bytes.number32(position, block.order),
        let unit = block.bytes.number32(position + 4, block.order), unit > 0
      else { return [] }
      result.append(Double(part) / Double(unit))
    }
    return result
  }
}
