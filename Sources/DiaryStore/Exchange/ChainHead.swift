import DiaryCore
import System

/// How much of a device's log is known.
package struct ChainHead: Hashable, Sendable {
  /// How many lines the device has written, those among them that are gone for good.
  package let number: Int
  /// The sum of the last line that is here.
  let sum: ID<Revision>?

  init(number: Int, sum: ID<Revision>?) { (self.number, self.sum) = (number, sum) }

  /// What the device's last line was by the note of it or, where that is of an earlier one, by all of
  /// the device's logs: the last one by its name may be older, if a clock was wrong.
  init(
    of device: ID<Device>, _ logs: [(name: String, size: Int)], isForked: Bool,
    in layout: StoreLayout
  ) throws(DiaryError) {
    if let noted = LastLine(of: device.description, in: layout),
      logs.contains(where: { $0.name == noted.log && $0.size == noted.end }),
      try Self.isLatest(noted, logs, in: layout)
    {
      self.init(number: noted.number, sum: noted.sum)
      return
    }
    var last = ChainHead(number: 0, sum: nil)
    for (log, _) in logs {
      if let tail = try LogTail.last(of: log, in: layout), tail.number >= last.number {
        last = ChainHead(number: tail.number, sum: tail.sum)
      }
      guard isForked else { continue }
      try LogReader(layout: layout).forEachLine(of: log) { line in
        guard let number = ChainLink(of: line.bytes)?.number, number > last.number else { return }
        last = ChainHead(number: number, sum: RevisionLine.id(of: line.bytes))
      }
    }
    self = last
  }

  /// The note isn't synced, so a log that was begun later may not be in it.
  private static func isLatest(
    _ noted: LastLine, _ logs: [(name: String, size: Int)], in layout: StoreLayout
  ) throws(DiaryError) -> Bool {
    for (log, _) in logs where log > noted.log {
      if let last = try LogTail.last(of: log, in: layout), last.number > noted.number {
        return false
      }
    }
    return true
  }
}
