import DiaryCore
import Localization
import TerminalUI

extension ExportState {
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    if phase == .asking { return drawQuestion(app, in: &grid) }
    drawProgress(in: &grid, app, stop: .cancel)
    return nil
  }

  var taskWords: String {
    phase == .stopping
      ? localized("Removing what was written so far.")
      : localized("Exporting to \(folder.text.printable)")
  }

  private func drawQuestion(_ app: ScreenContext, in grid: inout Grid) -> Point? {
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in Field.allCases {
      let style = focus == field ? theme.accent : theme.text
      let value = form.value(of: field.rawValue)
      switch field {
      case .folder: caret = folder.draw(in: &grid, value, style)
      case .entries: grid.draw(choices[choice].words, in: value, style)
      case .format: grid.draw(format.words, in: value, style)
      case .location:
        let words =
          keepsLocation
          ? localized("keep in photos") : localized("remove from copies")
        grid.draw(words, in: value, style)
      case .encryption:
        grid.draw(encryptionWords, in: value, style)
      }
    }
    let (below, size) = (Field.allCases.count, size)
    let fits = TextWidth.columns(size) <= form.value(of: below).columns
    grid.draw(
      size, in: fits ? form.value(of: below) : form.line(below).inset(left: 1), theme.dim)
    return focus == .folder ? caret : nil
  }

  func form(_ app: ScreenContext) -> FormRows {
    let labels = Field.allCases.map { field in
      switch field {
      case .folder: localized("Folder")
      case .entries: localized("Entries")
      case .format: localized("Format")
      case .location: localized("Location")
      case .encryption: localized("Encrypt")
      }
    }
    return FormRows(labels, in: box(app).inner(in: Rect(app.size)))
  }

  private func box(_ app: ScreenContext) -> DialogBox {
    DialogBox(
      title: entries.map { localized("Export \(CountWords.entries($0.count)) to a folder") }
        ?? localized("Export the diary"),
      // The fields and the size; a small screen is used to its edges.
      body: Array(repeating: "", count: Field.allCases.count + 1)
        + (app.size.rows > 12 ? [""] : [])
        + FormRows.keyRows(app.keys[.export], columns: DialogBox.textColumns(on: app.size.columns)))
  }

  var encryptionWords: String {
    isEncrypted ? localized("one file, with a passphrase") : localized("not encrypted")
  }

  /// What would come of it.
  var size: String {
    guard let size = sizes[choice] else { return localized("Counting…") }
    return [
      CountWords.entries(size.entries), CountWords.photos(size.photos),
      CountWords.bytes(size.bytes),
    ].joined(separator: " · ")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = localized("Export the diary")
    switch phase {
    case .stopping: return AccessibleText(title, selected: localized("Stopping…"))
    case .preparing(let progress), .running(let progress):
      let entries = progress.map { CountWords.entries($0.total ?? 0) }
      return AccessibleText(title, selected: entries.map { localized("Exporting \($0)") })
    case .asking:
      switch focus {
      case .folder: return AccessibleText(title, field: .init(localized("Folder"), folder))
      case .entries:
        let words = choices[choice].words
        return AccessibleText(
          title, selected: localized("Entries: \(words)") + ", " + size)
      case .format: return AccessibleText(title, selected: localized("Format: \(format.words)"))
      case .location:
        return AccessibleText(
          title,
          selected: keepsLocation
            ? localized("Location: keep in photos")
            : localized("Location: remove from copies"))
      case .encryption:
        return AccessibleText(
          title, selected: localized("Encrypt") + ": " + encryptionWords)
      }
    }
  }
}
