import DiaryCore
import Localization

/// Changes of journals, in words.
enum JournalWords {
  /// For a dialog.
  fileprivate static func question(_ edit: JournalEdit) -> String {
    switch edit {
    case .merge(let from, let into):
      localized("Merge “\(name(from))” into “\(name(into))”?")
    case .delete(let journal, _): localized("Delete the journal “\(name(journal))”?")
    default: localized("Change the journals?")
    }
  }

  /// What becomes of its entries.
  fileprivate static func consequence(_ edit: JournalEdit, _ count: Int) -> String {
    let entries = CountWords.entries(count)
    return switch edit {
    case _ where count == 0: localized("It has no entries.")
    case .merge(_, let into), .delete(_, .move(let into)):
      localized("Its \(entries) will move to “\(name(into))”.")
    case .delete(_, .trash): localized("Its \(entries) will move to the trash.")
    default: ""
    }
  }

  /// For the bottom line. Of a journal without entries nothing came along.
  static func done(_ edit: JournalEdit, _ entries: Int) -> String {
    let count = CountWords.entries(entries)
    return switch edit {
    case .add(let journal, _): localized("Created journal “\(name(journal))”")
    case .rename(let old, let new) where entries == 0:
      localized("Renamed “\(name(old))” to “\(name(new))”")
    case .rename(let old, let new):
      localized("Renamed “\(name(old))” to “\(name(new))”, with \(count)")
    case .recolor(let journal, let color):
      color.map { localized("Changed the color of “\(name(journal))” to \($0.words)") }
        ?? localized("Removed the color of “\(name(journal))”")
    case .reorder: localized("Changed the order of the journals")
    case .merge(let from, let into) where entries == 0:
      localized("Merged “\(name(from))” into “\(name(into))”")
    case .merge(let from, let into):
      localized("Merged “\(name(from))” into “\(name(into))”, with \(count)")
    case .delete(let journal, _) where entries == 0: localized("Deleted “\(name(journal))”")
    case .delete(let journal, .move(let into)):
      localized("Deleted “\(name(journal))” and moved \(count) to “\(name(into))”")
    case .delete(let journal, .trash):
      localized("Deleted “\(name(journal))” and moved \(count) to the trash")
    }
  }

  static func undone(_ edit: JournalEdit) -> String {
    switch edit {
    case .add(let journal, _): localized("creating journal “\(name(journal))”")
    case .rename(let old, _): localized("renaming journal “\(name(old))”")
    case .recolor(let journal, _): localized("changing the color of “\(name(journal))”")
    case .reorder: localized("changing the order of the journals")
    case .merge(let from, _): localized("merging journal “\(name(from))”")
    case .delete(let journal, _): localized("deleting journal “\(name(journal))”")
    }
  }

  private static func name(_ journal: String) -> String { TitleWords.shortJournal(journal) }
}

extension ConfirmState {
  /// Whether to delete a journal with that many entries, or to merge it into another.
  static func change(_ edit: JournalEdit, count: Int) -> Self {
    ConfirmState(title: JournalWords.question(edit), effects: [.changeJournals(edit)]) { app in
      [
        JournalWords.consequence(edit, count),
        localized("Entries that someone else wrote stay where they are."), "", app.undoWords,
      ]
    }
  }
}
