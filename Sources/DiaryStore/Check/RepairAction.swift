import DiaryCore

/// Something that a repair did, or had to leave. Files by their paths within the store.
package enum RepairAction: Hashable, Sendable {
  /// Damaged lines were moved out of a log, to that file.
  case linesSetAside(log: String, count: Int, to: String)
  /// The log of another device has damaged lines: only that device may write there.
  case otherDevice(log: String)
  case fileSetAside(String, to: String)
  case temporaryRemoved(String)
  case indexRebuilt

  /// What was done on one line, safe for a terminal.
  package var text: String { words.printable }

  private var words: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      "\(log): moved \(count == 1 ? "1 damaged line" : "\(count) damaged lines") to \(file)"
    case .otherDevice(let log):
      "\(log): has damaged lines, and is another device's; repair the diary there"
    case .fileSetAside(let name, let file): "\(name): moved to \(file)"
    case .temporaryRemoved(let name): "\(name): removed what was left over"
    case .indexRebuilt: "index.json: made again from the logs"
    }
  }
}
