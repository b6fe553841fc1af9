// The journals of several diaries are known by their names: those of one name are one.
extension CombinedRepository {
  /// What the first diary says of a journal goes before what others do.
  package func journals() async throws(DiaryError) -> [JournalRecord] {
    var records = try await home.journals()
    for part in parts.dropFirst() {
      for record in try await part.repository.journals()
      where !record.isDeleted && !records.contains(where: { $0.name.isSameName(as: record.name) }) {
        // Its place is one among that diary's.
        records.append(JournalRecord(name: record.name, color: record.color))
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

  /// Whoever has shown that they know the first one's passphrase sees what is locked there; what is locked
  /// in another diary is shown there alone.
  package func hideLockedJournals(_ isHiding: Bool) async {
    await home.hideLockedJournals(isHiding)
  }

  /// What nobody can have shown here.
  func hidden(in part: Part) async throws(DiaryError) -> HiddenJournals {
    part.name == parts[0].name ? .none : try await part.repository.hiddenJournals()
  }

  package func hiddenJournals() async throws(DiaryError) -> HiddenJournals {
    try await home.hiddenJournals()
  }
}
