import DiaryCore
import Words

/// Changes of journals, in words.
enum JournalWords {
  /// For a dialog.
  static func question(_ edit: JournalEdit) -> String {
    switch edit {
    case .merge(let from, let into):
      localized("Merge “\(name(from))” into “\(name(into))”?")
    case .delete(let journal, _): localized("Delete the journal “\(name(journal))”?")
    default: localized("Change the journals?")
    }
  }

  /// What becomes of its entries.
  static func consequence(_ edit: JournalEdit, _ count: Int) -> String {
    let entries = CountWords.entries(count)
    return switch edit {
    case _ where count == 0: localized("It has no entries.")
    case .merge(_, let into), .delete(_, .move(let into)):
      localized("Its \(entries) go to “\(name(into))”.")
    case .delete(_, .trash): localized("Its \(entries) go to the trash.")
    default: ""
    }
  }

  /// For the bottom line. Of a journal without entries nothing came along.
  static func done(_ edit: JournalEdit, _ entries: Int) -> String {
    let count = CountWords.entries(entries)
    return switch edit {
    case .add(let journal, _): localized("Made the journal “\(name(journal))”")
    case .rename(let old, let new) where entries == 0:
      localized("“\(name(old))” is “\(name(new))” now")
    case .rename(let old, let new):
      localized("“\(name(old))” is “\(name(new))” now, with \(count)")
    case .recolor(let journal, let color):
      color.map { localized("“\(name(journal))” is \($0.words) now") }
        ?? localized("“\(name(journal))” has no colour now")
    case .reorder: localized("Put the journals in order")
    case .merge(let from, let into) where entries == 0:
      localized("Merged “\(name(from))” into “\(name(into))”")
    case .merge(let from, let into):
      localized("Merged “\(name(from))” into “\(name(into))”, with \(count)")
    case .delete(let journal, _) where entries == 0: localized("Deleted “\(name(journal))”")
    case .delete(let journal, .move(let into)):
      localized("Deleted “\(name(journal))”; \(count) went to “\(name(into))”")
    case .delete(let journal, .trash):
      localized("Deleted “\(name(journal))”; \(count) went to the trash")
    }
  }

  static func undone(_ edit: JournalEdit) -> String {
    switch edit {
    case .add(let journal, _): localized("making the journal “\(name(journal))”")
    case .rename(let old, _): localized("renaming the journal “\(name(old))”")
    case .recolor(let journal, _): localized("the colour of “\(name(journal))”")
    case .reorder: localized("the order of the journals")
    case .merge(let from, _): localized("merging the journal “\(name(from))”")
    case .delete(let journal, _): localized("deleting the journal “\(name(journal))”")
    }
  }

  private static func name(_ journal: String) -> String { TitleWords.shortJournal(journal) }
}
