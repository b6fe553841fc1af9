import TerminalUI
import Words

extension CopyOutState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.copyOut]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CopyOutView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Copy \(photo.name) to a folder")
    if focus == .folder { return Speech(title, field: .init(localized("Folder"), folder)) }
    return Speech(
      title,
      selected: keepsLocation
        ? localized("Location: keep in the copy") : localized("Location: remove from the copy"))
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if focus == .folder { folder.insert(text.trimmed.printable) }
    return []
  }
}
