import DiaryCore
import TerminalUI
import Words

extension ExportState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.export]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ExportView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Export the diary")
    switch phase {
    case .stopping: return Speech(title, selected: localized("Stopping…"))
    case .running(let stage):
      return Speech(
        title, selected: stage.map { localized("Exporting \(CountWords.entries($0.totalEntries))") }
      )
    case .asking:
      switch focus {
      case .folder: return Speech(title, field: .init(localized("Folder"), folder))
      case .entries:
        let words = choices[choice].words
        return Speech(
          title, selected: localized("Entries: \(words)") + ", " + ExportView.size(of: self))
      case .format: return Speech(title, selected: localized("Format: \(format.words)"))
      case .location:
        return Speech(
          title,
          selected: keepsLocation
            ? localized("Location: keep in photos")
            : localized("Location: remove from copies"))
      case .encryption:
        return Speech(
          title, selected: localized("Encrypt") + ": " + ExportView.encryptionWords(self))
      }
    }
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if focus == .folder { folder.insert(text.trimmed.printable) }
    return []
  }
}
