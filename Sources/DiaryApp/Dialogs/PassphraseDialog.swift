import DiaryCore
import Localization
import TerminalUI

/// A passphrase with which something is to be encrypted, asked twice and never shown. A weak one is said
/// to be weak, and taken.
struct PassphraseState: LineDialog {
  /// What is to be encrypted.
  enum Use: Sendable {
    case export, diary
  }

  let use: Use
  var field = TextField(keepsHistory: false)
  /// What was typed the first time; `nil` while it is.
  private(set) var first: Passphrase?
  /// What was wrong with what was typed before.
  private var failure: String?
  /// Why what was typed the first time is weak, once that is known.
  private var weakness: String?

  let isHidden = true

  init(for use: Use) { self.use = use }

  var title: String {
    switch use {
    case .export: localized("Encrypt the export")
    case .diary: localized("Encrypt the diary")
    }
  }

  var label: String { first == nil ? localized("Passphrase") : localized("The same again") }

  func lines(_ keys: KeyTable) -> [String] {
    let asked = first == nil ? localized("Type a passphrase.") : localized("Type it again.")
    return [failure ?? asked, weakness ?? consequence]
  }

  private var consequence: String {
    switch use {
    case .export:
      localized("Without it nobody can open the file. The program age asks for it.")
    case .diary:
      localized("It opens the diary from then on. Six recovery words follow, should you forget it.")
    }
  }

  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let (first, typed) = (first, Passphrase(field.text.utf8))
    self = PassphraseState(for: use)
    switch (first, typed) {
    case (_, nil): failure = localized("The passphrase is empty.")
    case (nil, let typed?):
      self.first = typed
      return [.estimate(typed)]
    case (let first?, let typed?) where first == typed:
      app.pop()
      return [use == .export ? .beginExport(with: typed) : .beginEncryption(with: typed)]
    default: failure = localized("The two passphrases differ. Type a passphrase.")
    }
    return []
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, lines(app.keys[.line]),
      field: .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}

extension Effect {
  /// Finds out whether a passphrase is weak, for the dialog that asks for it again.
  fileprivate static func estimate(_ passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .latest("estimate")) { context in
      context.environment.weakness?(passphrase)
    } then: { state, weakness in
      state.screens.update(PassphraseState.self) { $0.know(weakness, of: passphrase) }
    }
  }
}

extension PassphraseState {
  fileprivate mutating func know(_ weakness: String?, of passphrase: Passphrase) {
    if first == passphrase { self.weakness = weakness }
  }
}
