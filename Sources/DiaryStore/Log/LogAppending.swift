import DiaryCore
import System

/// A line that was added to a log.
struct AppendedLine {
  let step: ChainStep
  let place: LineLocation
  var id: ID<Revision> { step.sum }
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
  /// The device's last line so far; `nil` if it has none.
  private(set) var tip: RunTip?
  private var signer: LineSigner
  /// The diary that the lines are of.
  var diary: ID<FoundedDiary>? { signer.diary }
  /// In bytes, of the lines since the last signed one.
  private var unsignedSize = 0

  /// - Parameters:
  ///   - tip: the device's last line.
  ///   - end: where the log ends in a whole line, as far as that is known.
  init(
    _ log: LogFile, ofMany isMany: Bool, after tip: RunTip?, wholeUpTo end: Int?,
    signer: LineSigner
  ) throws(DiaryError) {
    let output = try LogOutput(log, wholeUpTo: end)
    if isMany {
      let append = ID<AppendIntent>.random()
      try output.begin(.append(append))
      self.append = append
    } else {
      append = nil
    }
    self.output = output
    self.tip = tip
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
      let link = ChainLink(
        previous: tip?.sum, append: isOpen ? append : nil, number: (tip?.number ?? 0) + 1)
      let isSigned = !isOpen || signer.diary == nil || unsignedSize > Self.mostUnsigned
      let (line, id) = line.linked(link) { isSigned ? signer.signature(of: $0) : nil }
      unsignedSize = isSigned ? 0 : unsignedSize + line.count
      if signer.diary == nil { signer.diary = ID(id.description) }
      let step = ChainStep(device: signer.device, sum: id, link: link)
      added.append(
        AppendedLine(step: step, place: LineLocation(log: name, offset: end + bytes.count)))
      bytes += line
      tip = step.tip
    }
    try output.write(bytes)
    mark = TailChecksum.of(bytes)
    return added
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) { try output.commit() }
}
