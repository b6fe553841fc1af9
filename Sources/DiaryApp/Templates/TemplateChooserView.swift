import DiaryCore
import Localization
import TerminalUI

extension TemplateChooser {
  func rowCount(in app: ScreenContext) -> Int { shown.count }

  private func body(_ size: Size) -> Rect { ScreenFrame.body(size).inset(left: 1, right: 1) }

  /// On the left of a wide screen, in its upper half on a narrow one.
  func list(in app: ScreenContext) -> Rect {
    let body = body(app.size).inset(top: 2)
    return app.size.columns >= ScreenFrame.narrowestForTwo
      ? body.inset(right: body.columns - 28) : body.inset(bottom: body.rows / 2)
  }

  private func preview(_ size: Size) -> Rect {
    let body = body(size).inset(top: 2)
    return size.columns >= ScreenFrame.narrowestForTwo
      ? body.inset(left: 31) : body.inset(top: body.rows - body.rows / 2 + 1)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: localized("Templates"), hints: app.keys[.templates].bindings, in: &grid, app)
    let body = body(grid.size)
    guard files?.isEmpty != true else {
      drawInvitation(in: &grid, body, app)
      return nil
    }
    let caret = filter.draw(in: &grid, body.line(0), app.theme.accent)
    drawRows(in: &grid, app)
    if let selected {
      drawPreview(selected, in: &grid, preview(grid.size), app)
    } else {
      let words = files == nil ? localized("reading…") : localized("No templates match.")
      grid.draw(words, in: list(in: app).line(0), app.theme.dim)
    }
    return caret
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    grid.draw(
      shown[row].name.printable, in: line.inset(left: 1),
      isSelected ? app.theme.title : app.theme.text)
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String { shown[row].name }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let empty = files.map { _ in localized("No templates in \(app.templateFolder).") }
    return AccessibleText(
      localized("Templates"), selected: selectedWords(in: app) ?? empty,
      field: .init(localized("Filter"), filter))
  }

  private func drawPreview(
    _ file: TemplateFile, in grid: inout Grid, _ rect: Rect, _ app: ScreenContext
  ) {
    let lines: [String]
    switch file.result {
    case .failure(let failure):
      lines = LineWrapping.rows(ofText: failure.line(file.name), columns: rect.columns)
    case .success(let template):
      let head = [
        template.title, template.tags.map { "#\($0)" }.joined(separator: " "), template.mood ?? "",
      ].filter { !$0.isEmpty }
      // No more than could be in view.
      let text = template.text.prefix(rect.columns * rect.rows)
      lines =
        head + (head.isEmpty ? [] : [""])
        + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
          LineWrapping.rows(ofText: $0.printable, columns: rect.columns)
        }
    }
    for (row, line) in lines.prefix(rect.rows).enumerated() {
      grid.draw(line.printable, in: rect.line(row), app.theme.dim)
    }
  }

  /// Where to put them, and what one looks like.
  private func drawInvitation(in grid: inout Grid, _ rect: Rect, _ app: ScreenContext) {
    let words = [
      localized("No templates yet. Put Markdown files into"),
      "  \(app.templateFolder.printable)",
      localized("and choose one here. For example, morning.md:"),
    ]
    let example = [
      "---", localized("title: Morning, {{date}}"), localized("tags: morning"), "---", "{{prompt}}",
      "", "{{cursor}}",
    ]
    var row = 0
    for line in words.flatMap({ LineWrapping.rows(ofText: $0, columns: rect.columns) }) {
      grid.draw(line, in: rect.line(row), app.theme.text)
      row += 1
    }
    for line in example {
      grid.draw(line, in: rect.line(row).inset(left: 2), app.theme.dim)
      row += 1
    }
  }
}
