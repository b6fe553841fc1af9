import DiaryCore
import Localization

/// Something that a repair did, or had to leave. Files by their paths within the store.
package enum RepairAction: Hashable, Sendable {
  /// Damaged lines were moved out of a log, to that file.
  case linesSetAside(log: String, count: Int, to: String)
  /// It was noted that lines which were saved are missing, so that it isn't told any more.
  case lossNoted(log: String)
  /// The last line lacked nothing but its end.
  case lineEnded(log: String)
  /// The log of another device has damaged lines: only that device may write there.
  case otherDevice(log: String)
  case fileSetAside(String, to: String)
  case temporaryRemoved(String)
  case indexRebuilt(String)
  /// Who the author is was found in the entries.
  case ownerRebuilt(String, Author)
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
}

extension RepairAction {
  /// What was done on one line, safe for a terminal.
  package var text: String { words.printable }

  private var words: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      localized(
        counting: count, one: "\(log): moved 1 damaged line to \(file)",
        other: "\(log): moved \(count) damaged lines to \(file)")
    case .lossNoted(let log):
      localized(
        "\(log): noted that saved lines are missing; only a copy of the diary may still have them")
    case .lineEnded(let log): localized("\(log): gave the last line its end again")
    case .otherDevice(let log):
      localized("\(log): has damaged lines but belongs to another device; repair the diary there")
    case .fileSetAside(let name, let file): localized("\(name): moved to \(file)")
    case .temporaryRemoved(let name): localized("\(name): removed what was left over")
    case .indexRebuilt(let name): localized("\(name): rebuilt from the logs")
    case .ownerRebuilt(let name, let author):
      localized(
        """
        \(name): made again; by the entries the author's id is \(author.id), and the name is \
        taken to be “\(author.name)” (`photodiary author` changes it)
        """)
    case .formatWritten: localized("FORMAT.txt: rewritten")
    case .orphanRemoved(let name, let bytes):
      localized("\(name): removed, because no entry uses it (\(bytes) bytes)")
    case .orphanKept(let name, .young):
      localized("\(name): kept, because it was added less than a day ago")
    case .orphanKept(let name, .inDraft): localized("\(name): kept, because a draft uses it")
    case .orphanKept(let name, .inUnreadable):
      localized("\(name): kept, because an unreadable line or a file in set-aside/ names it")
    }
  }
}

/// What helps against a fault that a check came upon.
package enum Remedy: CaseIterable, Sendable {
  /// `verify --repair`, here.
  case repair
  /// `verify --repair` on the device whose log it is.
  case otherDevice
  /// A copy of the diary that has what is missing here.
  case copy
  /// A backup that has what can't be opened here, before a repair sets it aside.
  case backup
  /// The sub-commands that write files of keys, as the findings say.
  case keys
  /// A person who takes the text from `set-aside/`.
  case person
  /// A copy of the diary that tells what is true.
  case comparison
  /// Whoever has the disk and its permissions in hand.
  case system
}
