import DiaryCore
import Localization
import TerminalUI

extension ConfirmState {
  static func leave(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Leave without saving?"), no: staying, yes: localized("Discard"),
      offersSaving: true, isFinal: true, effects: [.discard(editor.draft)]
    ) { app in
      let words =
        app.keys[.list].keyName(of: .drafts).map {
          localized("Discarded text can be restored with \($0) for \(DiscardedDraft.days) days.")
        } ?? localized("Discarded text is kept for \(DiscardedDraft.days) days.")
      return app.headline(editor.displayTitle) + [words]
    }
  }

  static func leave(_ caption: CaptionState) -> Self {
    ConfirmState(
      title: localized("Discard this caption?"), no: staying, yes: localized("Discard"),
      isFinal: true, effects: [.discardCaption]
    ) { app in
      app.headline(caption.field.text.printable).dropLast()
    }
  }

  /// The entry in the editor was put into the trash elsewhere.
  static func restoreAndSave(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Deleted in another window"), no: staying,
      yes: localized("Restore and save"), effects: [.saveEditor(.restoring)]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The entry is in the trash. Restore it with your text?")]
    }
  }

  /// The entry in the editor was removed for good elsewhere.
  static func saveAsNew(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Permanently deleted in another window"), no: staying,
      yes: localized("Save as new"), effects: [.saveEditor(.asNew)]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The trash was emptied and the entry is gone. Save your text as a new entry?")]
    }
  }

  /// Lines that tell its versions apart still stand in a merged text.
  static func keepMarkers(_ editor: EditorState, first marker: String) -> Self {
    ConfirmState(
      title: localized("Save with the divider lines?"), no: staying, yes: localized("Save"),
      effects: [.changeEditor { $0.keepsMarkers = true }, .saveEditor()]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The text still has lines that divide the versions:")]
        + app.headline(marker).dropLast()
    }
  }

  private static var staying: String { localized("No, keep writing") }
}
