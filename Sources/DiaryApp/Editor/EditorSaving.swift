import DiaryCore
import Localization
import TerminalUI

// Saving what is written, and leaving it.
extension EditorState {
  /// How an entry is saved that is no longer where it was.
  enum Rescue {
    case restoring, asNew
  }

  mutating func save(_ rescue: Rescue? = nil, in app: inout ScreenContext) -> [Effect] {
    guard photosUnderWay == 0 else {
      savesWithPhotos = true
      app.toast = localized("Saving once the photos are added…")
      return []
    }
    guard let fields else {
      focus = .date
      app.showError(.invalidDate(page.date.text))
      return []
    }
    guard !fields.tidied.isEmpty else {
      app.showError(.emptyEntry)
      return []
    }
    if let marker = unwantedMarker {
      app.push(ConfirmState.keepMarkers(self, first: marker))
      return []
    }
    guard let original, rescue != .asNew else {
      isSaving = true
      return [.add(fields, to: page.diary, draft: draft)]
    }
    guard isMerge || !fields.tidied.isExactly(original.fields) else {
      app.toast = localized("Nothing changed.")
      return staysOpen ? [] : closing
    }
    isSaving = true
    let rewrite = Rewrite(
      change: isMerge ? .merging : .editing, entry: original.id, fields: fields,
      replaced: replaced, known: known)
    return [
      rescue == .restoring
        ? .restoreAndRewrite(rewrite, draft: draft) : .rewrite(rewrite, draft: draft)
    ]
  }

  mutating func leave(in app: inout ScreenContext) -> [Effect] {
    guard hasChanges || photosUnderWay > 0 else { return closing }
    // Whoever is asked whether to leave hasn't decided to save any more.
    savesWithPhotos = false
    app.push(ConfirmState.leave(self))
    return []
  }

  /// Closes the editor; its draft goes.
  var closing: [Effect] { [.closeEditor(of: draft), .removeDraft(draft)] }

  // MARK: Typing on

  /// Keeps what comes while an editor is saved that is to stay open.
  mutating func hold(_ event: TerminalEvent) { if staysOpen { held.append(event) } }
}
