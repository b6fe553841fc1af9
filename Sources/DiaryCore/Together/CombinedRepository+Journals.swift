// The journals of several diaries are known by their names: those of one name are one.
extension CombinedRepository {
  /// What the first diary says of a journal goes before what others do. One is locked that is locked
  /// anywhere.
  package func journals() async throws(DiaryError) -> [JournalRecord] {
    var records = try await home.journals()
    for part in parts.dropFirst() {
      for record in try await part.repository.journals() where !record.isDeleted {
        if let known = records.firstIndex(where: { $0.name.isSameName(as: record.name) }) {
          if record.isLocked { records[known].isLocked = true }
        } else {
          // Its place is one among that diary's.
          records.append(
            JournalRecord(name: record.name, color: record.color, isLocked: record.isLocked))
        }
      }
    }
    return records
  }

  package func journalCounts() async throws(DiaryError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for part in parts {
      counts.merge(try await part.repository.journalCounts()) { $0 + $1 }
    }
    return counts
  }

  // MARK: Locked ones

  /// Whoever has shown that they know the passphrase of a diary sees what is locked there.
  package func hideLockedJournals(_ isHiding: Bool) async {
    for part in parts where isHiding || proven?.contains(part.name) ?? true {
      await part.repository.hideLockedJournals(isHiding)
    }
    if isHiding { proven?.forget() }
  }

  package func hiddenJournals() async throws(DiaryError) -> HiddenJournals {
    var hidden: [DiaryName: HiddenJournals] = [:]
    for part in parts { hidden[part.name] = try await part.repository.hiddenJournals() }
    return HiddenJournals(of: hidden)
  }

  /// In each diary that has the journal, if it is one whose journals can be locked and the person may
  /// write there. What is hidden in one stays locked there while it is unlocked where it is seen.
  package func lock(journal name: String, _ isLocked: Bool) async throws(DiaryError) {
    var isDone = false
    var isHidden = false
    for part in try await parts(with: name) {
      if isLocked {
        guard part.locksJournals else { continue }
      } else {
        let locked = HiddenJournals(lockedBy: try await part.repository.journals())
        guard locked.contains(name) else { continue }
        if try await part.repository.hiddenJournals().contains(name) {
          isHidden = true
          continue
        }
      }
      guard try await part.repository.writingObstacle() == nil else { continue }
      try await part.repository.lock(journal: name, isLocked)
      isDone = true
    }
    if isDone { return }
    if isHidden { throw .hiddenJournal(name) }
    if isLocked { throw .notLockable(name) }
  }

  /// Those that know of a journal; where none does, the first.
  private func parts(with journal: String) async throws(DiaryError) -> [Part] {
    var found: [Part] = []
    for part in parts {
      let decided = try await part.repository.journals().filter { !$0.isDeleted }.map(\.name)
      let names = decided + (try await part.repository.journalCounts().keys)
      if names.contains(where: { $0.isSameName(as: journal) }) { found.append(part) }
    }
    return found.isEmpty ? [parts[0]] : found
  }
}
