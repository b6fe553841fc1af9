import DiaryCore
import Words

/// What was done to many entries, in words.
enum ManyWords {
  /// For the bottom line.
  static func line(_ own: OwnChanges, undoKey: String?) -> String {
    var words = [own.cause.map { undone(own, $0) } ?? done(own, undoKey)]
    if own.refused > 0 {
      words.append(
        localized("\(CountWords.entries(own.refused)) stay as they are: someone else wrote them."))
    }
    return words.joined(separator: " ")
  }

  private static func done(_ own: OwnChanges, _ undoKey: String?) -> String {
    guard !own.entries.isEmpty else { return localized("Nothing was changed.") }
    let count = CountWords.entries(own.entries.count)
    let done =
      switch own.step.change {
      case .add: localized("Added \(count)")
      case .delete: localized("Deleted \(count)")
      case .restore: localized("Restored \(count)")
      case .edit(.addTag(let tag)): localized("Tagged \(count) #\(tag.printable)")
      case .edit(.removeTag(let tag)): localized("Took #\(tag.printable) from \(count)")
      case .edit(.renameTag(let old, let new)):
        localized("#\(old.printable) is #\(new.printable) now, in \(count)")
      case .edit(.move(let journal)):
        localized("Moved \(count) to \(TitleWords.journal(journal))")
      case .edit(.star(true)): localized("Gave \(count) a star")
      case .edit(.star(false)): localized("Took the star from \(count)")
      case .edit(.pin(true)): localized("Pinned \(count)")
      case .edit(.pin(false)): localized("Let \(count) go from the top")
      }
    return undoKey.map { localized("\(done); \($0) undoes it.") } ?? "\(done)."
  }

  private static func undone(_ own: OwnChanges, _ direction: UndoStack.Direction) -> String {
    let start = direction == .undo ? localized("Undone") : localized("Redone")
    let count = CountWords.entries(own.entries.count)
    let change =
      switch own.step.change {
      case .add: localized("adding \(count)")
      case .delete: localized("deleting \(count)")
      case .restore: localized("restoring \(count)")
      case .edit: localized("changing \(count)")
      }
    return "\(start): \(change)."
  }
}
