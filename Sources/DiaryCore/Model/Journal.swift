import Text

/// A journal of the diary as shown in lists.
package struct Journal: Hashable, Sendable {
  package var name: String
  /// The chosen color, if any.
  package var color: JournalColor?
  /// The number of current entries; `nil` if not counted yet.
  package var count: Int?
  /// `true` if its entries are hidden from onlookers: see `HiddenJournals`.
  package var isLocked: Bool

  package init(
    name: String, color: JournalColor? = nil, count: Int? = nil, isLocked: Bool = false
  ) {
    self.name = name
    self.color = color
    self.count = count
    self.isLocked = isLocked
  }

  /// `true` for the journal that every diary has.
  package var isDefault: Bool { name.isSameName(as: EntryFields.defaultJournal) }

  /// Returns whether a search for a name finds the journal.
  package func isNamed(_ name: SearchPhrase) -> Bool { JournalName.name(self.name, equals: name) }
}

/// The colors of journals; raw values are names in the store.
package enum JournalColor: String, Hashable, Sendable, CaseIterable {
  case red, green, yellow, blue, magenta, cyan, gray

  /// Returns the first of the colors that the fewest journals have.
  package static func leastUsed(in journals: [Journal]) -> JournalColor {
    let counts = Dictionary(grouping: journals.compactMap(\.color)) { $0 }.mapValues(\.count)
    return allCases.min { counts[$0, default: 0] < counts[$1, default: 0] } ?? .gray
  }
}

/// The latest decision about a journal, identified by its name. A journal that only occurs in
/// entries has no record.
package struct JournalRecord: Hashable, Sendable {
  package var name: String
  package var color: JournalColor?
  /// Position among the journals; `nil` until someone orders them.
  package var position: Int?
  package var isLocked: Bool
  /// `true` if the journal was deleted. It still exists while an entry names it.
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

// MARK: - JournalEdit

/// A change to the journals and to their entries.
package enum JournalEdit: Hashable, Sendable {
  /// The fate of a deleted journal's entries.
  package enum Remainder: Hashable, Sendable {
    case move(to: String)
    case trash
  }

  case add(String, JournalColor?)
  case rename(String, to: String)
  case recolor(String, JournalColor?)
  /// All journals in their new order.
  case reorder([String])
  case merge(String, into: String)
  case delete(String, Remainder)
}

/// The result of a `JournalEdit`.
package struct JournalChanges: Sendable {
  /// Changes to entries, and the previous records of the journals.
  package var entries = BulkChanges()
  /// `true` if the entries were moved to the trash.
  package var isTrashing = false
  /// The saved name of an added or renamed journal.
  package var name: String?
}

// MARK: - HiddenJournals

/// The locked journals while lists, searches and counts leave out their entries.
package struct HiddenJournals: Hashable, Sendable {
  package static let none = HiddenJournals([])

  /// Lower-case names; with several diaries shown as one, those of all.
  package let names: Set<String>
  /// The hidden journals of each diary if several are shown as one: one may show what another
  /// hides.
  private var diaries: [DiaryName: HiddenJournals] = [:]

  package init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Combines several diaries.
  package init(of diaries: [DiaryName: HiddenJournals]) {
    names = diaries.values.reduce(into: []) { $0.formUnion($1.names) }
    self.diaries = diaries
  }

  /// Selects the journals whose latest record is locked.
  package init(lockedBy records: some Sequence<JournalRecord>) {
    self.init(records.filter { $0.isLocked && !$0.isDeleted }.map(\.name))
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Returns whether a journal is hidden, ignoring case.
  package func contains(_ journal: String) -> Bool {
    !names.isEmpty && names.contains(journal.lowercased())
  }

  /// Returns whether an entry is hidden.
  package func contains(_ entry: Entry) -> Bool {
    guard let diary = entry.origin?.diary, !diaries.isEmpty else { return contains(entry.journal) }
    return diaries[diary]?.contains(entry.journal) ?? false
  }
}

// MARK: - JournalName

/// The name of the journal that every diary has: `Diary` in the store, shown and typed in the
/// user's language.
package enum JournalName {
  private static let korean = "기본 일기장"

  /// The accepted names, in all languages.
  package static let defaultNames = [EntryFields.defaultJournal, korean]

  /// Returns a journal's name for display. English names the default journal like the diary; Korean
  /// has two words.
  package static func displayName(_ name: String) -> String {
    Language.current == .korean && name.isSameName(as: EntryFields.defaultJournal) ? korean : name
  }

  /// Returns the stored name of a typed one.
  package static func storedName(for name: String) -> String {
    name.isSameName(as: korean) ? EntryFields.defaultJournal : name
  }

  /// Returns whether a typed name is the journal's, as stored or as shown.
  package static func isSame(_ typed: String, as name: String) -> Bool {
    typed.isSameName(as: name) || storedName(for: typed).isSameName(as: name)
  }

  /// Returns whether a journal's name, in any language, has this prefix.
  static func name(_ name: String, beginsWith start: SearchPhrase) -> Bool {
    names(of: name).contains { FoldedText($0).begins(with: start) }
  }

  /// Returns whether a journal has this name, in any language.
  static func name(_ name: String, equals phrase: SearchPhrase) -> Bool {
    names(of: name).contains { FoldedText($0).equals(phrase) }
  }

  /// Returns whether the default journal has this name in another language than the stored name's.
  package static func isDefault(_ name: SearchPhrase) -> Bool { FoldedText(korean).equals(name) }

  /// Returns whether the default journal has this prefix in another language than the stored
  /// name's.
  package static func isDefaultPrefix(_ start: SearchPhrase) -> Bool {
    FoldedText(korean).begins(with: start)
  }

  private static func names(of name: String) -> [String] {
    name.isSameName(as: EntryFields.defaultJournal) ? defaultNames : [name]
  }
}

// MARK: - TagTally

/// A tag of the diary and its number of entries.
package struct TagTally: Hashable, Sendable {
  /// The most frequent spelling.
  package let name: String
  package let count: Int

  /// The order of lists of tags.
  package enum Order: String, CaseIterable, Sendable {
    /// Most used first.
    case count
    case name
  }

  /// Returns tags in the given order; equal counts are ordered by name.
  package static func sorted(_ tallies: [TagTally], by order: Order) -> [TagTally] {
    // Lowercase each name once rather than in each comparison.
    tallies.map { (key: ($0.name.lowercased(), $0.name), tally: $0) }.sorted { left, right in
      order == .count && left.tally.count != right.tally.count
        ? left.tally.count > right.tally.count : left.key < right.key
    }.map(\.tally)
  }
}

/// Counts the tags of entries. Spellings that differ only in case or normal form are the same tag.
package struct TagCounter: Sendable {
  private var names: [String: NameSpellings] = [:]

  package init() {}

  /// Counts each tag of an entry once.
  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { names[tag.lowercased(), default: NameSpellings()].count(tag) }
  }

  package var tallies: [TagTally] {
    names.values.map { TagTally(name: $0.name, count: $0.count) }
  }
}

/// Counts of the spellings of one name, which differ only in case or normal form.
struct NameSpellings: Sendable {
  private var counts: [String: Int] = [:]

  mutating func count(_ spelling: String) { counts[spelling, default: 0] += 1 }

  /// The most frequent spelling.
  var name: String { counts.mostFrequent?.key ?? "" }

  var count: Int { counts.values.reduce(0, +) }
}
