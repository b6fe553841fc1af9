import DiaryCore
import Localization
import TerminalUI

/// Asks for the diary's passphrase before what is in locked journals is shown.
struct LockedJournalsDialog: LineDialog {
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
  /// Whether what was typed is being tried, which takes half a second.
  private var isChecking = false
  /// Why it was refused, the last time.
  private let failure: String?

  let isHidden = true

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

  var label: String { localized("Passphrase") }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isChecking ? localized("Opening…") : failure ?? localized("Type the diary's passphrase.")
    let rest =
      if case .unlocking = purpose {
        localized("Its entries will be listed again.")
      } else {
        localized("They are shown until you hide them, or leave.")
      }
    return [state.printable, rest]
  }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard isChecking else { return type(key, in: &app) }
    switch command(for: key, in: app) {
    case .cancel: return cancel(in: &app)
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return []
    }
  }

  mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    // What is copied from elsewhere often ends with a line end, which is no part of it.
    var line = text[...]
    while line.last?.isNewline == true { line.removeLast() }
    if !isChecking { field.insert(String(line)) }
    return []
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = LockedJournalsDialog(for: purpose)
    guard let typed else { return [] }
    isChecking = true
    return [.showLockedJournals(with: typed)]
  }

  mutating func cancel(in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return isChecking ? [.stopShowingLockedJournals] : []
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let caret = box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
    return isChecking ? nil : caret
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, lines(app.keys[.line]),
      field: isChecking ? nil : .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}
