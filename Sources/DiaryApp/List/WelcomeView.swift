import DiaryCore
import Localization
import TerminalUI

/// An empty diary: an invitation.
enum WelcomeView {
  static func draw(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) {
    let theme = state.theme
    var words = [(titleWords(state), theme.title)]
    if let trash = trashWords(state) { words.append((trash, theme.text)) }
    words.append(("", theme.text))
    if state.obstacle == nil {
      words += [
        ("n   " + localized("write the first entry"), theme.accent),
        ("i   " + localized("start from a folder of photos"), theme.accent),
        ("I   " + localized("import another diary"), theme.accent),
      ]
    }
    if let lock = lockWords(state) { words.append(("L   " + lock, theme.accent)) }
    if state.diaryName != nil {
      words.append(("J   " + localized("open another diary"), theme.accent))
    }
    words += [
      ("?   " + localized("all keys"), theme.accent),
      ("q   " + localized("leave"), theme.accent),
      ("", theme.text),
      (placeWords(state), theme.dim),
    ]
    let column = rect.inset(left: max(2, (rect.columns - 60) / 2), right: 2)
    // Where there is little room, the keys at least.
    var row = rect.rows > words.count ? max(1, (rect.rows - words.count) / 3) : 0
    for (line, style) in words {
      for part in LineWrapping.rows(ofText: line, columns: column.columns) {
        grid.draw(part, in: column.line(row), style)
        row += 1
      }
    }
  }

  /// What its key does to the diary: it is encrypted best before there is something in it.
  private static func lockWords(_ state: ScreenContext) -> String? {
    switch state.lockState {
    case .plain: localized("encrypt it with a passphrase")
    case .open: localized("lock it")
    case .locked, nil: nil
    }
  }

  private static func titleWords(_ state: ScreenContext) -> String {
    guard let name = state.diaryName?.printable else {
      return localized("Your diary is empty – and it's all yours.")
    }
    return localized("Nobody has written in \(name) yet.")
  }

  private static func placeWords(_ state: ScreenContext) -> String {
    if state.diaryName != nil {
      guard let obstacle = state.obstacle else {
        return localized("What you write here is for everybody in this diary.")
      }
      return DiaryError.account(obstacle).line
    }
    return state.lockState == .open
      ? localized(
        """
        Entries and photos stay on this machine, encrypted, in files that the program age opens, \
        too. To look around first, run photodiary demo.
        """)
      : localized(
        """
        Entries and photos stay on this machine, in plain files you can read without this \
        program. To look around first, run photodiary demo.
        """)
  }

  /// What can be done where there is nothing yet.
  static func hints(_ keys: Keymap) -> [Binding] {
    let list = keys[.list]
    return [
      list.hint(.new, "new"), list.hint(.importPhotos, "from photos"),
      list.hint(.importDiary, "import"), list.hint(.help, "keys"),
      keys[.everywhere].hint(.back, "quit"),
    ].compactMap(\.self)
  }

  /// What can be brought back.
  private static func trashWords(_ state: ScreenContext) -> String? {
    guard state.trashed > 0, let key = state.keys[.list].keyName(of: .trash) else { return nil }
    let count = CountWords.entries(state.trashed)
    return localized(
      counting: state.trashed, one: "\(count) is in the trash. Press \(key) to see it.",
      other: "\(count) are in the trash. Press \(key) to see them.")
  }
}
