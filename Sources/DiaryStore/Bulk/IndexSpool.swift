import DiaryCore

/// Lines for an index, in a file without a name of its own until an index takes them: those of a
/// hundred thousand entries needn't be in memory.
struct IndexSpool: ~Copyable {
  struct Line {
    let order: EntryOrder
    let traits: IndexTraits
    let range: Range<Int>
  }

  private let file: DurableFile
  private(set) var lines: [Line] = []
  private var size = 0

  /// Begins one in a folder.
  init(in folder: String) throws(DiaryError) { file = try DurableFile(in: folder) }

  mutating func add(_ states: [EntryState]) throws(DiaryError) {
    var bytes: [UInt8] = []
    for state in states {
      let start = size + bytes.count
      bytes += state.indexLine
      lines.append(
        Line(
          order: state.entry.order, traits: state.entry.indexTraits,
          range: start..<size + bytes.count))
    }
    try file.write(bytes)
    size += bytes.count
  }

  /// Oldest first.
  mutating func sort() { lines.sort { $0.order < $1.order } }

  /// What was written, to take the lines from.
  func map() throws(DiaryError) -> MappedFile { try file.map() }
}

extension MappedFile {
  /// The bytes of a line that a spool wrote here.
  func bytes(of line: IndexSpool.Line) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[line.range])
  }
}
