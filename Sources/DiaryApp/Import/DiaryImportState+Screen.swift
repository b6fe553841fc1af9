import TerminalUI
import Words

extension DiaryImportState: Screen {
  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.diaryImport]] }

  package mutating func layOut(in app: AppState) { DiaryImportView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DiaryImportView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Import · \(name)")
    switch phase {
    case .reading: return Speech(title, selected: localized("Reading"))
    case .writing(let stage): return Speech(title, selected: stage?.words ?? localized("Importing"))
    case .stopping: return Speech(title, selected: localized("Stopping…"))
    case .asking:
      let height = DiaryImportView.body(app.size).rows
      let rows = DiaryImportView.rows(of: self, app.size.columns, app)
      return Speech(
        title,
        rows.dropFirst(scroll.top).prefix(height).map { row in
          row.name.isEmpty ? row.text : "\(row.name): \(row.text)"
        })
    }
  }
}
