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
  func add(_ lines: [ArrivedLine], of arrived: ArrivedLines) throws(DiaryError) {
    guard !lines.isEmpty else { return }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    var month = try lastMonth() ?? ""
    // Those that aren't written yet begin here.
    var (start, size) = (0, 0)
    var isBetween = true
    for (index, line) in lines.enumerated() {
      // What was saved together stays in one log.
      if isBetween, case let next = self.month(of: try arrived.text(of: line)), next > month {
        try write(lines[start..<index], of: arrived, to: month)
        (start, size) = (index, 0)
        month = next
      }
      isBetween = line.link.append == nil
      size += line.range.count
      if isBetween, size > Self.commitSize {
        try write(lines[start...index], of: arrived, to: month)
        (start, size) = (index + 1, 0)
      }
    }
    try write(lines[start...], of: arrived, to: month)
  }

  /// In bytes, of what becomes durable at once, unless more was saved together; and of what is written
  /// at once.
  private static let (commitSize, pieceSize) = (8 << 20, 1 << 20)

  private func name(_ month: String) -> String { "\(device)/\(month).jsonl" }

  /// Writes some lines, the last of which is a signed one.
  private func write(
    _ lines: ArraySlice<ArrivedLine>, of arrived: ArrivedLines, to month: String
  ) throws(DiaryError) {
    guard let last = lines.last else { return }
    var output = try LogOutput(layout.log(name(month)))
    try output.begin(.upTo(last.sum))
    var piece: [UInt8] = []
    for line in lines {
      piece += try arrived.text(of: line, isCut: !line.hasBody)
      guard piece.count > Self.pieceSize else { continue }
      try output.write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty { try output.write(piece) }
    try output.commit()
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
