/// A journal of the diary, as a list of them shows it.
package struct Journal: Hashable, Sendable {
  package var name: String
  /// `nil` when nobody has chosen one.
  package var color: JournalColor?
  /// How many current entries are in it; `nil` while they haven't been counted.
  package var count: Int?
  /// Whether what is in it is kept from who looks over one's shoulder: see `HiddenJournals`.
  package var isLocked: Bool

  package init(
    name: String, color: JournalColor? = nil, count: Int? = nil, isLocked: Bool = false
  ) {
    self.name = name
    self.color = color
    self.count = count
    self.isLocked = isLocked
  }

  /// The one that every diary has.
  package var isDefault: Bool { name.isSameName(as: EntryFields.defaultJournal) }
}

/// The colors that a journal may be marked with, by their names in the store.
package enum JournalColor: String, Hashable, Sendable, CaseIterable {
  case red, green, yellow, blue, magenta, cyan, gray
}

/// What was last decided about a journal. It is known by its name; entries carry that name, and a
/// journal that they alone tell of has no record.
package struct JournalRecord: Hashable, Sendable {
  package var name: String
  package var color: JournalColor?
  /// Its place among the journals; `nil` while nobody has put them in order.
  package var position: Int?
  package var isLocked: Bool
  /// Whether it is no journal any more, unless an entry names it.
  package var isDeleted: Bool

  package init(
    name: String, color: JournalColor? = nil, position: Int? = nil, isLocked: Bool = false,
    isDeleted: Bool = false
  ) {
    self.name = name
    self.color = color
    self.position = position
    self.isLocked = isLocked
    self.isDeleted = isDeleted
  }
}
