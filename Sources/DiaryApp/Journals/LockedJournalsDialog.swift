import DiaryCore
import Localization
import TerminalUI

/// Asks for the diary's passphrase before what is in locked journals is shown.
struct LockedJournalsDialog: PassphraseTrial {
  /// What is done once it is shown.
  enum Purpose: Hashable, Sendable {
    case showing
    /// The journal's entries are listed.
    case entries(of: String)
    /// The journal isn't locked any more.
    case unlocking(String)
  }

  let purpose: Purpose
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// Why it was refused, the last time.
  private let failure: String?

  init(for purpose: Purpose, failure: String? = nil) {
    (self.purpose, self.failure) = (purpose, failure)
  }

  var title: String {
    switch purpose {
    case .showing: localized("Show locked journals")
    case .entries(let name): localized("Show “\(TitleWords.shortJournal(name))”")
    case .unlocking(let name): localized("Unlock “\(TitleWords.shortJournal(name))”")
    }
  }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isTrying ? localized("Opening…") : failure ?? localized("Type the diary's passphrase.")
    let rest =
      if case .unlocking = purpose {
        localized("Its entries will be listed again.")
      } else {
        localized("They are shown until you hide them, or leave.")
      }
    return [state.printable, rest]
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = LockedJournalsDialog(for: purpose)
    guard let typed else { return [] }
    isTrying = true
    return [.showLockedJournals(with: typed)]
  }

  mutating func cancelTrial(in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return [.stopShowingLockedJournals]
  }
}
