import DiaryCore

extension RepairAction {
  var english: String {
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
