import DiaryCore
import Words

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
    case .indexRebuilt: localized("index.json: rebuilt from the logs")
    case .ownerRebuilt(let author):
      localized(
        """
        owner.json: made again; by the entries the author's id is \(author.id), and the name is \
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
