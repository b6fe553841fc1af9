import DiaryCore
import System

/// Adds lines that another device has written and signed to its logs here. Whoever does holds the store's
/// lock.
struct ReceivedLog {
  let layout: StoreLayout
  let device: ID<Device>
  let now: Timestamp

  /// Adds lines to the logs of the months in which they were written. When this returns, they survive a
  /// power cut; a program that is stopped on the way has added only the first ones, up to a signed one.
  ///
  /// - Parameter isGone: whether a line isn't kept, for its entry was removed for good.
  func add(
    _ lines: some Collection<ArrivedLine>, of arrived: ArrivedLines, head: ChainHead,
    without isGone: (ArrivedLine) -> Bool
  ) throws(DiaryError) {
    try FileSystem.makeFolders(layout.logFolder(of: device))
    var month = try lastMonth() ?? ""
    var text: [UInt8] = []
    var last: (sum: ID<Revision>, previous: ID<Revision>?)?
    var isBetween = true
    for line in lines {
      let bytes = try arrived.text(of: line)
      // What was saved together stays in one log.
      if isBetween, case let next = self.month(of: bytes), next > month {
        try flush(&text, last: last?.sum, to: month)
        month = next
      }
      isBetween = line.link.append == nil
      if isGone(line) { continue }
      last = (line.sum, last?.sum)
      text += bytes
      if isBetween, text.count > Self.pieceSize { try flush(&text, last: last?.sum, to: month) }
    }
    let end = try flush(&text, last: last?.sum, to: month)
    // Even if nothing of them is kept, nothing more is to come up to there.
    guard let sum = head.sum ?? last?.sum else { return }
    LastLine(log: name(month), end: end, sum: sum, number: head.number, previous: last?.previous)
      .write(to: layout)
  }

  /// In bytes, of what is written at once.
  private static let pieceSize = 8 << 20

  private func name(_ month: String) -> String { "\(device)/\(month).jsonl" }

  /// Writes the lines so far, the last of which is a signed one unless it is gone. Returns the log's
  /// size.
  @discardableResult
  private func flush(
    _ text: inout [UInt8], last: ID<Revision>?, to month: String
  ) throws(DiaryError) -> Int {
    let log = layout.log(name(month))
    guard !text.isEmpty, let last else { return log.end?.size ?? 0 }
    var output = try LogOutput(log)
    try output.begin(.upTo(last))
    try output.write(text)
    try output.commit()
    text = []
    return output.end
  }

  /// The month of the newest log, `yyyy-mm`. One from when this machine's clock was far ahead isn't gone on
  /// with.
  private func lastMonth() throws(DiaryError) -> String? {
    let latest = Self.month(of: ClockHorizon(at: now).latest)
    return try FileSystem.names(in: layout.logFolder(of: device)).filter(LogReader.isLog)
      .map { String($0.dropLast(".jsonl".count)) }
      .filter { $0.utf8.count == latest.utf8.count && $0 <= latest }.max()
  }

  private static let clockOpening = Array(",\"clock\":\"".utf8)

  /// When a line was written, by its clock; now, if that is not believed.
  private func month(of line: ArraySlice<UInt8>) -> String {
    let text = line.withUnsafeBytes { line in
      line.range(of: Self.clockOpening, from: 0).map { found in
        String(decoding: line[found.upperBound...].prefix(Self.clockLength), as: UTF8.self)
      }
    }
    guard let time = text.flatMap({ Timestamp($0) }),
      ClockHorizon(at: now).holds(HybridClock(time: time))
    else { return Self.month(of: now) }
    return Self.month(of: time)
  }

  /// `yyyy-mm`
  private static func month(of time: Timestamp) -> String { String(time.description.prefix(7)) }

  /// Of a time with milliseconds.
  private static let clockLength = 24
}
