import Localization

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
