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
  /// Who the author is was found in the entries.
  case ownerRebuilt(Author)
  case formatWritten
  /// A photo that nothing refers to is gone, of that many bytes.
  case orphanRemoved(String, bytes: Int)
  case orphanKept(String, KeptBecause)

  /// Why a photo that no entry refers to stays.
  package enum KeptBecause: Hashable, Sendable {
    case young
    case inDraft
    /// Its name stands in a line that can't be read, or in what was set aside.
    case inUnreadable
  }

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
    case .ownerRebuilt(let author):
      "owner.json: made again; by the entries the author's id is \(author.id), and the name is taken"
        + " to be “\(author.name)” (`photodiary author` changes it)"
    case .formatWritten: "FORMAT.txt: written again"
    case .orphanRemoved(let name, let bytes):
      "\(name): removed, for no entry refers to it (\(bytes) bytes)"
    case .orphanKept(let name, .young): "\(name): kept, for it was added less than a day ago"
    case .orphanKept(let name, .inDraft): "\(name): kept, for a draft has it"
    case .orphanKept(let name, .inUnreadable):
      "\(name): kept, for a line that can't be read or a file in set-aside/ names it"
    }
  }
}
