import Localization

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

// MARK: - JournalEdit

/// A change to the journals, and to the entries that are in them.
package enum JournalEdit: Hashable, Sendable {
  /// What becomes of the entries of a journal that is deleted.
  package enum Remainder: Hashable, Sendable {
    case move(to: String)
    case trash
  }

  case add(String, JournalColor?)
  case rename(String, to: String)
  case recolor(String, JournalColor?)
  /// All of them, the first one first.
  case reorder([String])
  case merge(String, into: String)
  case delete(String, Remainder)
}

/// What came of one.
package struct JournalChanges: Sendable {
  /// Of the entries, and what the journals' records said before.
  package var entries = BulkChanges()
  /// Whether the entries went to the trash.
  package var isTrashing = false
  /// The name as it was saved, of a journal that was made or renamed.
  package var name: String?
}

// MARK: - HiddenJournals

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

// MARK: - JournalName

/// What the journal that every diary has is called: it stands as `Diary` in the store, and people
/// see and write its name in their language.
package enum JournalName {
  private static let korean = "기본 일기장"

  /// What it may be written as, in any language.
  package static let ofDefault = [EntryFields.defaultJournal, korean]

  /// A journal's name as it is shown. In English the default one is called as the diary is; in
  /// Korean a diary and a journal are two words.
  package static func shown(_ name: String) -> String {
    Language.current == .korean && name.isSameName(as: EntryFields.defaultJournal) ? korean : name
  }

  /// The name of the journal that is meant.
  package static func meant(by name: String) -> String {
    name.isSameName(as: korean) ? EntryFields.defaultJournal : name
  }

  /// Whether a journal's name begins so, or another one that it goes by.
  static func name(_ name: String, beginsWith start: SearchPhrase) -> Bool {
    names(of: name).contains { FoldedText($0).begins(with: start) }
  }

  /// Whether the default journal may be meant by what its stored name doesn't say.
  package static func mayMeanDefault(_ start: SearchPhrase) -> Bool {
    FoldedText(korean).begins(with: start)
  }

  private static func names(of name: String) -> [String] {
    name.isSameName(as: EntryFields.defaultJournal) ? ofDefault : [name]
  }
}

// MARK: - TagTally

/// A tag of the diary, and how many entries have it.
package struct TagTally: Hashable, Sendable {
  /// As most entries write it.
  package let name: String
  package let count: Int

  package enum Order: String, CaseIterable, Sendable {
    /// The most used first.
    case count
    case name
  }

  package static func sorted(_ tallies: [TagTally], by order: Order) -> [TagTally] {
    // Names are made small once each, not at each comparison.
    tallies.map { (key: ($0.name.lowercased(), $0.name), tally: $0) }.sorted { left, right in
      order == .count && left.tally.count != right.tally.count
        ? left.tally.count > right.tally.count : left.key < right.key
    }.map(\.tally)
  }
}

/// Counts the tags of entries; spellings that differ in case or normal form alone are one.
package struct TagTallying: Sendable {
  private var names: [String: NameSpellings] = [:]

  package init() {}

  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { names[tag.lowercased(), default: NameSpellings()].count(tag) }
  }

  package var tallies: [TagTally] {
    names.values.map { TagTally(name: $0.name, count: $0.count) }
  }
}

/// How often a name is written in each of its spellings, which differ in case or normal form alone.
struct NameSpellings: Sendable {
  private var counts: [String: Int] = [:]

  mutating func count(_ spelling: String) { counts[spelling, default: 0] += 1 }

  /// As it is written most often.
  var name: String { counts.mostFrequent?.key ?? "" }

  var count: Int { counts.values.reduce(0, +) }
}
