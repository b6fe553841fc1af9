import DiaryCore
import System

/// A line that was added to a log.
struct AppendedLine {
  let id: ID<Revision>
  /// Among the lines of the device.
  let number: Int
  let place: LineLocation
}

/// Lines on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogAppending: ~Copyable {
  private var output: LogOutput
  /// What all lines but the last name, where there are several.
  private let append: ID<AppendIntent>?
  /// The log's.
  var name: String { output.log.name }
  /// Where the first line begins.
  var start: Int { output.start }
  /// The byte after the last line so far.
  var end: Int { output.end }
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

  init(_ log: LogFile, ofMany isMany: Bool, signer: LineSigner) throws(DiaryError) {
    let layout = log.layout
    let noted = LastLine(of: Path.parent(log.name), in: layout)
    let output = try LogOutput(log, after: noted)
    let size = output.oldSize
    let tail = try LogTail(of: log.name, size: size, noted: noted, in: layout)
    (last, number) = (tail.sum, tail.number)
    if isMany {
      // It tells that what it knows is no part of an unfinished append.
      if let noted, noted.log == log.name, noted.end > size {
        try LastLine.remove(of: Path.parent(log.name), in: layout)
      }
      let append = ID<AppendIntent>.random()
      try output.begin(.append(append))
      self.append = append
    } else {
      append = nil
    }
    self.output = output
    self.signer = signer
  }

  /// As much of a large append has a signature of its own, so that another machine needn't have all of
  /// it at once to believe it. In bytes.
  private static let mostUnsigned = 1 << 20

  /// Joins lines to those before and writes them. Returns them as they stand there. The last line of an
  /// append is signed, and is the one of many without their mark: `isLast` says that these end with
  /// it. Where there is no diary yet, the first one is its founding.
  mutating func add(
    _ lines: [RevisionLine.Unlinked], isLast: Bool = true
  ) throws(DiaryError) -> [AppendedLine] {
    var bytes: [UInt8] = []
    var added: [AppendedLine] = []
    for (index, line) in lines.enumerated() {
      let isOpen = !isLast || index < lines.count - 1
      number += 1
      let link = ChainLink(
        previous: last, append: isOpen ? append : nil, number: number)
      let isSigned = !isOpen || unsignedSize > Self.mostUnsigned
      let (line, id) = line.linked(link) { isSigned ? signer.signature(of: $0) : nil }
      unsignedSize = isSigned ? 0 : unsignedSize + line.count
      if signer.diary == nil { signer.diary = ID(id.description) }
      added.append(
        AppendedLine(
          id: id, number: number, place: LineLocation(log: name, offset: end + bytes.count)))
      bytes += line
      (beforeLast, last) = (last, id)
    }
    try output.write(bytes)
    mark = TailChecksum.of(bytes)
    return added
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) {
    try output.commit()
    guard let last, end > start else { return }
    LastLine(log: name, end: end, sum: last, number: number, previous: beforeLast)
      .write(to: output.log.layout)
  }
}
