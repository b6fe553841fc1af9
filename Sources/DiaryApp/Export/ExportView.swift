import DiaryCore
import TerminalUI
import Words

enum ExportView {
  static func draw(_ export: ExportState, _ state: AppState, in grid: inout Grid) -> Point? {
    switch export.phase {
    case .asking: return drawQuestion(export, state, in: &grid)
    case .running(let stage): drawProgress(export, stage, state, in: &grid)
    case .stopping:
      DialogBox(
        title: localized("Stopping"), body: [localized("What was written so far is being removed.")]
      )
      .draw(in: &grid, grid.bounds, state.theme.dialog)
    }
    return nil
  }

  private static func keyWords(_ keys: KeyTable) -> String {
    func words(_ command: Command) -> String? {
      keys.bindings.first { $0.command == command }?.hintWithKey
    }
    return [words(.accept), words(.nextField), localized("Space changes"), words(.cancel)]
      .compactMap(\.self).joined(separator: " · ")
  }

  private static func drawQuestion(
    _ export: ExportState, _ state: AppState, in grid: inout Grid
  ) -> Point? {
    let theme = state.theme
    let inner = DialogBox(
      title: export.entries.map { localized("Export \(CountWords.entries($0.count)) to a folder") }
        ?? localized("Export the diary to a folder"),
      body: ["", "", "", "", "", "", keyWords(state.keys.export)]
    ).draw(in: &grid, grid.bounds, theme.dialog)
    func style(_ field: ExportState.Field) -> Style {
      export.focus == field ? theme.accent : theme.text
    }
    func mark(_ field: ExportState.Field) -> String { export.focus == field ? "▌" : " " }
    let rows = inner.inset(top: 2)
    let labels: [(ExportState.Field, String, String)] = [
      (.folder, localized("Folder"), ""),
      (.entries, localized("Entries"), export.choices[export.choice].words),
      (.format, localized("Format"), export.format.words),
      (
        .location, localized("Places"),
        export.keepsLocation
          ? localized("kept in the photos") : localized("removed from the copies")
      ),
    ]
    for (row, (field, label, value)) in labels.enumerated() {
      let line = rows.line(row)
      grid.draw(mark(field), in: line, theme.accent)
      grid.draw(label, in: line.inset(left: 1), theme.dim)
      grid.draw(value, in: line.inset(left: 10), style(field))
    }
    grid.draw(size(of: export), in: rows.line(labels.count).inset(left: 10), theme.dim)
    let caret = export.folder.draw(in: &grid, rows.line(0).inset(left: 10), style(.folder))
    return export.focus == .folder ? caret : nil
  }

  /// What would come of it.
  static func size(of export: ExportState) -> String {
    guard let size = export.sizes[export.choice] else { return localized("Counting…") }
    return [
      CountWords.entries(size.entries), CountWords.photos(size.photos),
      CountWords.bytes(size.bytes),
    ].joined(separator: " · ")
  }

  private static func drawProgress(
    _ export: ExportState, _ stage: ExportStage?, _ state: AppState, in grid: inout Grid
  ) {
    let inner = DialogBox(
      title: localized("Exporting to \(export.folder.text.printable)"),
      body: ["", "", state.keys.export.stoppingWords(.cancel)]
    ).draw(in: &grid, grid.bounds, state.theme.dialog)
    let rows = inner.inset(top: 2)
    let total = stage?.totalEntries ?? 0
    let fraction = total == 0 ? 0 : Double(stage?.entries ?? 0) / Double(total)
    ProgressBar.draw(
      fraction, in: &grid, rows.line(0), done: state.theme.accent, rest: state.theme.rule)
    if let stage {
      grid.draw(
        CountWords.entries(stage.entries, of: total) + " · " + CountWords.photos(stage.photos),
        in: rows.line(1), state.theme.dim)
    }
  }
}
