import DiaryCore
import Localization
import TerminalUI

/// The passphrase of an encrypted export, asked twice and never shown.
struct PassphraseState: LineDialog {
  var field = TextField(keepsHistory: false)
  /// What was typed the first time; `nil` while it is.
  private(set) var first: Passphrase?
  /// What was wrong with what was typed before.
  private var failure: String?

  let isHidden = true

  var title: String { localized("Encrypt the export") }
  var label: String { first == nil ? localized("Passphrase") : localized("The same again") }

  func lines(_ keys: KeyTable) -> [String] {
    [
      failure ?? (first == nil ? localized("Type a passphrase.") : localized("Type it again.")),
      localized("Without it nobody can open the file. The program age asks for it."),
    ]
  }

  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let (first, typed) = (first, Passphrase(field.text.utf8))
    self = PassphraseState()
    switch (first, typed) {
    case (_, nil): failure = localized("The passphrase is empty.")
    case (nil, let typed): self.first = typed
    case (let first?, let typed?) where first == typed:
      app.pop()
      return [.beginExport(with: typed)]
    default: failure = localized("The two passphrases differ. Type a passphrase.")
    }
    return []
  }
}
