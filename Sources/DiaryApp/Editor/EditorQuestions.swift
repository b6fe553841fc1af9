import DiaryCore
import Localization
import TerminalUI

extension ConfirmState {
  static func leave(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Leave without saving?"), no: staying, yes: localized("Discard"),
      offersSaving: true, isFinal: true
    ) { app in
      let words =
        app.keys[.list].keyName(of: .drafts).map {
          localized("Discarded text can be restored with \($0) for \(DiscardedDraft.days) days.")
        } ?? localized("Discarded text is kept for \(DiscardedDraft.days) days.")
      return app.headline(editor.displayTitle) + [words]
    } act: { _ in
      [.discard(editor.draft)]
    }
  }

  static func leave(_ caption: CaptionState) -> Self {
    ConfirmState(
      title: localized("Discard this caption?"), no: staying, yes: localized("Discard"),
      isFinal: true
    ) { app in
      app.headline(caption.field.text.printable).dropLast()
    } act: { _ in
      [.discardCaption]
    }
  }

  /// The entry in the editor was put into the trash elsewhere.
  static func restoreAndSave(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Deleted in another window"), no: staying, yes: localized("Restore and save")
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The entry is in the trash. Restore it with your text?")]
    } act: { _ in
      [.saveEditor(.restoring)]
    }
  }

  /// The entry in the editor was removed for good elsewhere.
  static func saveAsNew(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Permanently deleted in another window"), no: staying,
      yes: localized("Save as new")
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The trash was emptied and the entry is gone. Save your text as a new entry?")]
    } act: { _ in
      [.saveEditor(.asNew)]
    }
  }

  /// Lines that tell its versions apart still stand in a merged text.
  static func keepMarkers(_ editor: EditorState, first marker: String) -> Self {
    ConfirmState(
      title: localized("Save with the divider lines?"), no: staying, yes: localized("Save")
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The text still has lines that divide the versions:")]
        + app.headline(marker).dropLast()
    } act: { _ in
      [.changeEditor { $0.keepsMarkers = true }, .saveEditor()]
    }
  }

  private static var staying: String { localized("No, keep writing") }
}
