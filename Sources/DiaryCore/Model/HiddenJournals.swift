/// The locked journals, while what is in them is left out of all that lists, finds and counts.
package struct HiddenJournals: Hashable, Sendable {
  package static let none = HiddenJournals([])

  /// In small letters; of several diaries that are shown as one, those of all.
  package let names: Set<String>
  /// Those of each, where several diaries are shown as one: one may show what another one hides.
  private var diaries: [DiaryName: HiddenJournals] = [:]

  package init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Those of several diaries.
  package init(of diaries: [DiaryName: HiddenJournals]) {
    names = diaries.values.reduce(into: []) { $0.formUnion($1.names) }
    self.diaries = diaries
  }

  /// Those that are locked by what was decided last about each journal.
  package init(lockedBy records: some Sequence<JournalRecord>) {
    self.init(records.filter { $0.isLocked && !$0.isDeleted }.map(\.name))
  }

  package var isEmpty: Bool { names.isEmpty }

  package func contains(_ journal: String) -> Bool {
    !names.isEmpty && names.contains(journal.lowercased())
  }

  /// Whether an entry is left out.
  package func contains(_ entry: Entry) -> Bool {
    guard let diary = entry.origin?.diary, !diaries.isEmpty else { return contains(entry.journal) }
    return diaries[diary]?.contains(entry.journal) ?? false
  }
}
