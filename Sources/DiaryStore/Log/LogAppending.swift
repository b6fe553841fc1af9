import DiaryCore
import System

/// Lines on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogAppending: ~Copyable {
  private let log: LogFile
  private let file: OpenFile
  private let oldSize: Int
  /// Where the log ended, if that has been noted.
  private let unfinished: AppendIntent?
  /// The log's.
  var name: String { log.name }
  /// Where the first line begins.
  let start: Int
  /// The byte after the last line so far.
  private(set) var end: Int
  /// Of what was added last.
  private(set) var mark = ""
  /// The last line so far, the device's earlier ones included, and the one before.
  private var last: ID<Revision>?
  private var beforeLast: ID<Revision>?
  /// How many numbered lines the device has written.
  private var number = 0
  private var signer: LineSigner
  /// In bytes, of the lines since the last signed one.
  private var unsignedSize = 0
  private var isCommitted = false
  /// A file of which a sync has failed isn't synced again.
  private var isSyncFailed = false

  /// Of several lines it is noted where they begin, so that whoever is killed on the way has added
  /// none: no single write is sure to take them all.
  init(_ log: LogFile, ofMany isMany: Bool, signer: LineSigner) throws(DiaryError) {

    let layout = log.layout
    try AppendIntent.rollBack(beside: log.name, in: layout)
    let path = layout.log(log.name)
    let opened = try OpenFile(path, [.readWrite, .append, .create])
    let size = try opened.status().size
    // Before its first byte, so that a log with bytes is known to have a durable name: whoever
    // made it may have been killed since.
    if size == 0 { try log.syncNames(of: path) }
    // A machine that died in mid-write leaves half a line: it stays, on a line of its own.
    let isTorn = size > 0 && Self.lastByte(opened, size: size) != 0x0A
    let noted = LastLine(of: Path.parent(log.name), in: layout)
    let tail = try LogTail(of: log.name, size: size, noted: noted, in: layout)
    (last, number) = (tail.sum, tail.number)
    if isMany {
      // It tells that what it knows is no part of an unfinished append.
      if let noted, noted.log == log.name, noted.end > size {
        try LastLine.remove(of: Path.parent(log.name), in: layout)
      }
      let note = AppendIntent(log: log.name, mark: .append(.random()), size: size)
      try note.write(to: layout)
      unfinished = note
    } else {
      unfinished = nil
    }
    start = isTorn ? size + 1 : size
    end = start
    oldSize = size
    file = opened
    self.log = log
    self.signer = signer
  }

  deinit {
    guard !isCommitted, (try? file.truncate(to: oldSize)) != nil else { return }
    // What can't be synced is taken back once more by the next program.
    guard let unfinished, !isSyncFailed, (try? file.sync()) != nil else { return }
    try? unfinished.remove(from: log.layout)
  }

  /// As much of a large append has a signature of its own, so that another machine needn't have all of
  /// it at once to believe it. In bytes.
  private static let mostUnsigned = 1 << 20

  /// Joins lines to those before and writes them. Returns their ids and places. The last line of an
  /// append is signed, and is the one of many without their mark: `isLast` says that these end with
  /// it. Where there is no diary yet, the first one is its founding.
  mutating func add(
    _ lines: [RevisionLine.Unlinked], isLast: Bool = true
  ) throws(DiaryError) -> [(id: ID<Revision>, place: LineLocation)] {
    var bytes: [UInt8] = end == start && start > oldSize ? [0x0A] : []
    var added: [(ID<Revision>, LineLocation)] = []
    for (index, line) in lines.enumerated() {
      let isOpen = !isLast || index < lines.count - 1
      number += 1
      let link = ChainLink(
        previous: last, append: isOpen ? unfinished?.append : nil, number: number)
      let isSigned = !isOpen || unsignedSize > Self.mostUnsigned
      let (line, id) = line.linked(link) { isSigned ? signer.signature(of: $0) : nil }
      unsignedSize = isSigned ? 0 : unsignedSize + line.count
      if signer.diary == nil { signer.diary = ID(id.description) }
      added.append((id, LineLocation(log: log.name, offset: end)))
      bytes += line
      end += line.count
      (beforeLast, last) = (last, id)
    }
    try file.write(bytes)
    mark = TailChecksum.of(bytes)
    return added
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) {
    isSyncFailed = true
    try file.sync()
    isSyncFailed = false
    try unfinished?.remove(from: log.layout)
    isCommitted = true
    guard let last, end > start else { return }
    LastLine(log: log.name, end: end, sum: last, number: number, previous: beforeLast)
      .write(to: log.layout)
  }

  private static func lastByte(_ file: borrowing OpenFile, size: Int) -> UInt8? {
    try? file.bytes(1, at: size - 1).first
  }
}
