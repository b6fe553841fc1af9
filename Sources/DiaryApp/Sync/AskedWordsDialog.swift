import DiaryCore
import Localization
import TerminalUI

/// The recovery words of a remote that holds the diary already, being typed.
struct AskedWordsState: LineDialog {
  var field: TextField
  /// Why they are asked for, or what was wrong with those typed before.
  private let reason: String

  init(typed: String, why reason: String) {
    field = TextField(typed, keepsHistory: false)
    self.reason = reason
  }

  var title: String { localized("The diary's six recovery words") }
  var label: String { localized("Recovery words") }

  func lines(_ keys: KeyTable) -> [String] {
    [reason.printable, RecoveryWordsDialog.keyWords(keys)]
  }

  func accept(in app: inout ScreenContext) -> [Effect] {
    guard !field.text.isBlank else { return [] }
    app.pop()
    return [.addRemote(with: field.text)]
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, lines(app.keys[.line]),
      field: .init(label, field.text, caret: field.charactersBeforeCaret))
  }
}

extension Effect {
  /// Tries again to add the remote that the dialog asks for.
  fileprivate static func addRemote(with words: String) -> Effect {
    .update { state in
      guard var dialog = state.screens.topmost(NewRemoteState.self) else { return [] }
      dialog.phase = .running(nil)
      state.screens.put(dialog)
      return state.context.startSync(.add(dialog.remote(with: words)), isByHand: true)
    }
  }
}
