import DiaryCore

/// A table of the index that is sorted by the id at the beginning of its lines, which are all of one
/// length, so that one of them is found without reading the others.
struct FixedTable: Sendable {
  let start: Int
  let count: Int
  /// Of each line, with a comma or a blank, and the line end.
  let lineLength: Int

  static let none = FixedTable(start: 0, count: 0, lineLength: 2)

  private init(start: Int, count: Int, lineLength: Int) {
    (self.start, self.count, self.lineLength) = (start, count, lineLength)
  }

  /// `nil` when that can't be where something stands in a file of that size.
  init?(_ start: JSONValue?, _ count: JSONValue?, _ length: JSONValue?, within size: Int) {
    guard let start = start?.integer, let count = count?.integer, let length = length?.integer,
      (0...size).contains(start), (0...size).contains(count), (2...max(2, size)).contains(length)
    else { return nil }
    self.init(start: start, count: count, lineLength: length)
  }

  var end: Int { start + count * lineLength }

  /// The bytes of a line, without what ends it.
  func line(_ number: Int, of bytes: IndexBytes) -> UnsafeRawBufferPointer? {
    let start = start + number * lineLength
    return bytes.bytes(start..<start + lineLength - 2)
  }
}
