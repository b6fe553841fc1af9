import DiaryCore
import Localization
import TerminalUI

/// A comment being typed: a new one on an entry, or one's own being changed. It stays open until it is saved.
struct CommentState: LineDialog {
  enum Purpose: Sendable {
    case adding(Entry)
    case changing(EntryComment)
  }

  let purpose: Purpose
  var field: TextField
  var isSaving = false

  init(on entry: Entry) {
    (purpose, field) = (.adding(entry), TextField())
  }

  init(changing comment: EntryComment) {
    (purpose, field) = (.changing(comment), TextField(comment.text))
  }

  var title: String {
    switch purpose {
    case .adding(let entry): localized("Comment on \(TitleWords.quoted(entry))")
    case .changing: localized("Change your comment")
    }
  }

  var label: String { localized("Comment") }

  func lines(_ keys: KeyTable) -> [String] {
    [isSaving ? localized("saving…") : keys.keepingWords]
  }

  mutating func accept(in app: inout ScreenContext) throws(DiaryError) -> [Effect] {
    guard !isSaving else { return [] }
    if field.text.isBlank { throw .emptyComment }
    isSaving = true
    switch purpose {
    case .adding(let entry): return [.comment(field.text, on: entry)]
    case .changing(let comment): return [.change(comment, to: field.text)]
    }
  }
}

extension ConfirmState {
  /// Asks whether a comment is to be taken back.
  static func remove(_ comment: EntryComment) -> Self {
    ConfirmState(title: localized("Remove your comment?")) { app in
      app.headline(comment.text.printable)
        + [localized("Others may have read it."), app.undoWords]
    } act: { app in
      [.remove(comment, undoKey: app.undoKey)]
    }
  }
}
