import TerminalUI

extension AppState {
  /// The tables of the front screen and of everywhere.
  var helpTables: [KeyTable] {
    let own = screens.front?.keyTables(keys) ?? (search == nil ? [keys[.list]] : [keys[.search]])
    guard isTyping else { return own + [everywhere] }
    let isPage = screens.front is EditorState
    let text = isPage ? keys[.text].without(keys[.editor]) : keys[.text].forOneLine
    return own[...0] + [text] + own[1...] + [everywhere.withoutLetters]
  }

  /// Those of everywhere that do something in front.
  private var everywhere: KeyTable {
    canGoElsewhere ? keys[.everywhere] : keys[.everywhere].without([.jumpBack, .jumpForward])
  }

  /// Whether letters are typed on the front screen.
  private var isTyping: Bool { screens.front?.isTyping ?? (search != nil) }

  /// The key by which the front screen calls a command, for a text that says how; `nil` if none does.
  func keyName(of command: Command) -> String? {
    helpTables.lazy.compactMap { $0.keyName(of: command) }.first
  }
}
