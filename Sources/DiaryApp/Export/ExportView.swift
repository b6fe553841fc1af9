import DiaryCore
import TerminalUI
import Words

enum ExportView {
  static func draw(_ export: ExportState, _ state: AppState, in grid: inout Grid) -> Point? {
    switch export.phase {
    case .asking: return drawQuestion(export, state, in: &grid)
    case .running(let progress):
      ProgressDialog.draw(
        localized("Exporting to \(export.folder.text.printable)"), progress,
        stop: state.keys[.export].stoppingWords(.cancel), in: &grid, state.theme)
    case .stopping:
      ProgressDialog.drawStopping(
        localized("Removing what was written so far."), in: &grid, state.theme)
    }
    return nil
  }

  /// What the keys do. No key is parted from its words where two rows are enough for that.
  private static func keyRows(_ keys: KeyTable, columns: Int) -> [String] {
    func words(_ command: Command) -> String? {
      keys.bindings.first { $0.command == command }?.hintWithKey
    }
    let words = [
      words(.accept), words(.nextField), localized("Space to change"), words(.cancel), words(.help),
    ].compactMap(\.self)
    let rows = words.reduce(into: [String]()) { rows, word in
      if let last = rows.last, TextWidth.columns("\(last) · \(word)") <= columns {
        rows[rows.count - 1] = "\(last) · \(word)"
      } else {
        rows.append(word)
      }
    }
    return rows.count <= 2 ? rows : [words.joined(separator: " · ")]
  }

  private static func drawQuestion(
    _ export: ExportState, _ state: AppState, in grid: inout Grid
  ) -> Point? {
    let theme = state.theme
    box(export, state).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(export, state)
    form.drawLabels(focus: export.focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in ExportState.Field.allCases {
      let style = export.focus == field ? theme.accent : theme.text
      let value = form.value(of: field.rawValue)
      switch field {
      case .folder: caret = export.folder.draw(in: &grid, value, style)
      case .entries: grid.draw(export.choices[export.choice].words, in: value, style)
      case .format: grid.draw(export.format.words, in: value, style)
      case .location:
        let words =
          export.keepsLocation
          ? localized("keep in photos") : localized("remove from copies")
        grid.draw(words, in: value, style)
      case .encryption:
        grid.draw(encryptionWords(export), in: value, style)
      }
    }
    let (below, size) = (ExportState.Field.allCases.count, size(of: export))
    let fits = TextWidth.columns(size) <= form.value(of: below).columns
    grid.draw(
      size, in: fits ? form.value(of: below) : form.line(below).inset(left: 1), theme.dim)
    return export.focus == .folder ? caret : nil
  }

  static func form(_ export: ExportState, _ state: AppState) -> FormRows {
    let labels = ExportState.Field.allCases.map { field in
      switch field {
      case .folder: localized("Folder")
      case .entries: localized("Entries")
      case .format: localized("Format")
      case .location: localized("Location")
      case .encryption: localized("Encrypt")
      }
    }
    return FormRows(labels, in: box(export, state).inner(in: Rect(state.size)))
  }

  private static func box(_ export: ExportState, _ state: AppState) -> DialogBox {
    DialogBox(
      title: export.entries.map { localized("Export \(CountWords.entries($0.count)) to a folder") }
        ?? localized("Export the diary"),
      // The fields and the size; a small screen is used to its edges.
      body: Array(repeating: "", count: ExportState.Field.allCases.count + 1)
        + (state.size.rows > 12 ? [""] : [])
        + keyRows(state.keys[.export], columns: DialogBox.textColumns(on: state.size.columns)))
  }

  static func encryptionWords(_ export: ExportState) -> String {
    export.isEncrypted ? localized("one file, with a passphrase") : localized("not encrypted")
  }

  /// What would come of it.
  static func size(of export: ExportState) -> String {
    guard let size = export.sizes[export.choice] else { return localized("Counting…") }
    return [
      CountWords.entries(size.entries), CountWords.photos(size.photos),
      CountWords.bytes(size.bytes),
    ].joined(separator: " · ")
  }
}
