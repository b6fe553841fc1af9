import DiaryCore

extension RepairAction {
  var english: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      "\(log): moved \(count == 1 ? "1 damaged line" : "\(count) damaged lines") to \(file)"
    case .lossNoted(let log):
      "\(log): noted that saved lines are missing; only a copy of the diary may still have them"
    case .lineEnded(let log): "\(log): gave the last line its end again"
    case .otherDevice(let log):
      "\(log): has damaged lines but belongs to another device; repair the diary there"
    case .fileSetAside(let name, let file): "\(name): moved to \(file)"
    case .temporaryRemoved(let name): "\(name): removed what was left over"
    case .indexRebuilt: "index.json: rebuilt from the logs"
    case .ownerRebuilt(let author):
      "owner.json: made again; by the entries the author's id is \(author.id), and the name is taken"
        + " to be “\(author.name)” (`photodiary author` changes it)"
    case .formatWritten: "FORMAT.txt: rewritten"
    case .orphanRemoved(let name, let bytes):
      "\(name): removed, because no entry uses it (\(bytes) bytes)"
    case .orphanKept(let name, .young): "\(name): kept, because it was added less than a day ago"
    case .orphanKept(let name, .inDraft): "\(name): kept, because a draft uses it"
    case .orphanKept(let name, .inUnreadable):
      "\(name): kept, because an unreadable line or a file in set-aside/ names it"
    }
  }
}
