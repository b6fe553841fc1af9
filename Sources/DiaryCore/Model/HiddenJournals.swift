/// The locked journals, while what is in them is left out of all that lists, finds and counts.
package struct HiddenJournals: Hashable, Sendable {
  package static let none = HiddenJournals([])

  /// In small letters.
  package let names: Set<String>

  package init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Those that are locked by what was decided last about each journal.
  package init(lockedBy records: some Sequence<JournalRecord>) {
    self.init(records.filter { $0.isLocked && !$0.isDeleted }.map(\.name))
  }

  package var isEmpty: Bool { names.isEmpty }

  package func contains(_ journal: String) -> Bool {
    !names.isEmpty && names.contains(journal.lowercased())
  }
}
