import DiaryCore
import Localization

/// What was done to many entries, in words.
package enum BulkWords {
  /// For a dialog.
  static func question(_ change: BulkChange, _ count: String) -> String {
    switch change {
    case .delete: localized("Delete \(count)?")
    case .edit(.star(true)): localized("Star \(count)?")
    case .edit(.star(false)): localized("Unstar \(count)?")
    case .edit(.pin(true)): localized("Pin \(count)?")
    case .edit(.pin(false)): localized("Unpin \(count)?")
    case .edit(.move(let journal)):
      localized("Move \(count) to \(TitleWords.shortJournal(journal))?")
    case .add, .importing, .restore, .edit, .journal: localized("Change them all?")
    }
  }

  /// That some of them can't be seen; `nil` where all can.
  static func hidden(_ entries: Int) -> String? {
    guard entries > 0 else { return nil }
    return localized(
      counting: entries, one: "1 of them isn't shown here.",
      other: "\(CountWords.grouped(entries)) of them aren't shown here.")
  }

  /// For the bottom line.
  static func line(_ own: LocalChange, _ change: BulkChange, undoKey: String?) -> String {
    [
      own.cause.map { undone(own, change, $0) } ?? done(own, change, undoKey), refused(own.refused),
      kept(own.keptTexts),
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  private static func done(_ own: LocalChange, _ change: BulkChange, _ undoKey: String?) -> String {
    guard !own.isEmpty else {
      return localized("Nothing changed.")
    }
    let done = done(change, own.changes.count)
    return undoKey.map { localized("\(done). Press \($0) to undo.") } ?? "\(done)."
  }

  /// What was done to so many entries, without an end.
  package static func done(_ change: BulkChange, _ entries: Int) -> String {
    let count = CountWords.entries(entries)
    return switch change {
    case .add: localized("Added \(count)")
    case .importing: localized("Imported \(count)")
    case .delete: localized("Deleted \(count)")
    case .restore: localized("Restored \(count)")
    case .edit(.tags(let adding, [])): localized("Tagged \(count) \(tags(adding))")
    case .edit(.tags([], let removing)): localized("Removed \(tags(removing)) from \(count)")
    case .edit(.tags): localized("Changed the tags of \(count)")
    case .edit(.renameTag(let old, let new)):
      localized("Renamed #\(old.printable) to #\(new.printable) in \(count)")
    case .edit(.move(let journal)):
      localized("Moved \(count) to \(TitleWords.shortJournal(journal))")
    case .edit(.star(true)): localized("Starred \(count)")
    case .edit(.star(false)): localized("Unstarred \(count)")
    case .edit(.pin(true)): localized("Pinned \(count)")
    case .edit(.pin(false)): localized("Unpinned \(count)")
    case .journal(let edit): JournalWords.done(edit, entries)
    }
  }

  /// What was left because someone else wrote it; `nil` for nothing.
  package static func refused(_ entries: Int) -> String? {
    entries > 0
      ? localized("Skipped \(CountWords.entries(entries)) that others wrote.") : nil
  }

  /// What undo couldn't take back; `nil` for nothing.
  static func kept(_ texts: Int) -> String? {
    texts > 0
      ? localized("Not changed: the text of \(CountWords.entries(texts)), edited meanwhile.") : nil
  }

  private static func tags(_ names: [String]) -> String {
    names.map { "#" + $0.printable }.joined(separator: " ")
  }

  private static func undone(
    _ own: LocalChange, _ change: BulkChange, _ direction: UndoStack.Direction
  ) -> String {
    let start = direction == .undo ? localized("Undone") : localized("Redone")
    let count = CountWords.entries(own.changes.count)
    let change =
      switch change {
      case .add: localized("adding \(count)")
      case .importing: localized("importing \(count)")
      case .delete: localized("deleting \(count)")
      case .restore: localized("restoring \(count)")
      case .edit(let edit): undone(edit, count)
      case .journal(let edit): JournalWords.undone(edit)
      }
    return "\(start): \(change)."
  }

  private static func undone(_ edit: EntryEdit, _ count: String) -> String {
    switch edit {
    case .tags: localized("changing the tags of \(count)")
    case .renameTag(let old, _): localized("renaming #\(old.printable) in \(count)")
    case .move(let journal): localized("moving \(count) to \(TitleWords.shortJournal(journal))")
    case .star(true): localized("starring \(count)")
    case .star(false): localized("unstarring \(count)")
    case .pin(true): localized("pinning \(count)")
    case .pin(false): localized("unpinning \(count)")
    }
  }
}
