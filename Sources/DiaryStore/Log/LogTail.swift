import DiaryCore
import System

/// What the next line of a device is linked to: the line that it wrote last.
struct LogTail: Hashable {
  /// `nil` when there is none.
  let sum: ID<Revision>?
  /// How many numbered lines the device has written.
  let number: Int

  /// The end of a log of that size, or of what the device saved last, if the log is new. Nothing of the
  /// log is read where it ends as the device has noted.
  init(
    of log: String, size: Int, noted: LastLine?, in layout: StoreLayout
  ) throws(DiaryError) {
    self = try Self.find(log, size, noted, layout) ?? LogTail(sum: nil, number: noted?.number ?? 0)
  }

  fileprivate init(sum: ID<Revision>?, number: Int) { (self.sum, self.number) = (sum, number) }

  private static func find(
    _ log: String, _ size: Int, _ noted: LastLine?, _ layout: StoreLayout
  ) throws(DiaryError) -> LogTail? {
    if let noted, noted.log == log, noted.end == size { return noted.tail }
    guard let noted else { return try last(ofDevice: Path.parent(log), in: layout) }
    // Where a clock went back, the device has gone on in another log meanwhile.
    if let last = try last(of: log, in: layout), noted.log == log || last.number >= noted.number {
      return last
    }
    let size = layout.log(noted.log).end?.size
    if size == noted.end { return noted.tail }
    if let last = try last(of: noted.log, in: layout) { return last }
    return LogTail(sum: noted.previous, number: max(0, noted.number - 1))
  }

  /// The last line of all logs of a device, by their numbers. Those of version 0.1.0 have none.
  private static func last(
    ofDevice device: String, in layout: StoreLayout
  ) throws(DiaryError) -> LogTail? {
    var last: LogTail?
    for (log, _) in try LogReader(layout: layout).logs() where Path.parent(log) == device {
      if let tail = try self.last(of: log, in: layout), tail.number >= last?.number ?? 0 {
        last = tail
      }
    }
    return last
  }

  /// The last line of a log. What was cut off while it was written was never a line.
  static func last(
    of log: String, in layout: StoreLayout
  ) throws(DiaryError) -> LogTail? {
    guard layout.log(log).exists else { return nil }
    let file = try layout.log(log).map()
    defer { withExtendedLifetime(file) {} }
    var end = file.count
    /// The last line with an end, which can't be read, and how many such follow one another.
    var unreadable: (sum: ID<Revision>, count: Int)?
    while end > 0 {
      let isCut = file.bytes[end - 1] != 0x0A
      let start = file.lineStart(before: isCut ? end : end - 1)
      let line = UnsafeRawBufferPointer(rebasing: file.bytes[start..<(isCut ? end : end - 1)])
      if let id = RevisionLine.id(of: line) {
        let number = ChainLink(of: line)?.number ?? 0
        return LogTail(
          sum: unreadable?.sum ?? id, number: number == 0 ? 0 : number + (unreadable?.count ?? 0))
      }
      // One that has its end was whole: the next line names it as it is now, and so says of no
      // other one that it was the last.
      if !isCut, !line.isEmpty {
        unreadable = (unreadable?.sum ?? RevisionLine.sum(of: line), (unreadable?.count ?? 0) + 1)
      }
      end = start
    }
    return unreadable.map { LogTail(sum: $0.sum, number: 0) }
  }
}

extension LastLine {
  var tail: LogTail { LogTail(sum: sum, number: number) }
}
