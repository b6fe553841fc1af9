import DiaryCore
import System

/// Lines for an index, until an index takes them: those of a common diary in memory, those of a
/// hundred thousand entries in a file without a name of its own; of an encrypted diary in memory
/// always.
struct IndexSpool: ~Copyable {
  struct Line {
    let order: EntrySortKey
    let traits: IndexTraits
    fileprivate let range: Range<Int>
  }

  /// In bytes.
  private static let memorySize = 16 << 20

  private let layout: StoreLayout
  private var memory: [UInt8] = []
  private var file: DurableFile?
  private var lines: [Line] = []
  private var size = 0

  /// A file is made in the store's folder, if need be.
  init(of layout: StoreLayout) { self.layout = layout }

  mutating func add(_ states: [EntryState]) throws(DiaryError) {
    let added = parallelMap(states) { ($0.indexLine, $0.entry.indexTraits) }
    for (state, (line, traits)) in zip(states, added) {
      memory += line
      lines.append(
        Line(order: state.entry.order, traits: traits, range: size..<size + line.count))
      size += line.count
    }
    if size > Self.memorySize, !layout.isEncrypted { try flush() }
  }

  private mutating func flush() throws(DiaryError) {
    if file == nil { file = try DurableFile(in: layout.root) }
    try file?.write(memory)
    memory.removeAll(keepingCapacity: false)
  }

  /// What was added, oldest first.
  consuming func sorted() throws(DiaryError) -> SpooledLines {
    lines.sort { $0.order < $1.order }
    return SpooledLines(lines: lines, memory: memory, file: try file?.map())
  }
}

/// Sorted lines for an index.
struct SpooledLines {
  let lines: [IndexSpool.Line]
  fileprivate let memory: [UInt8]
  fileprivate let file: MappedFile?

  static var none: SpooledLines { SpooledLines(lines: [], memory: [], file: nil) }

  /// The bytes of a line.
  func bytes(of line: IndexSpool.Line) -> ArraySlice<UInt8> {
    file.map { ArraySlice($0.bytes[line.range]) } ?? memory[line.range]
  }
}
