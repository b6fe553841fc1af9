import DiaryCore
import TerminalUI
import Words

enum TemplateChooserView {
  private static func body(_ size: Size) -> Rect {
    ScreenFrame.body(size).inset(left: 1, right: 1)
  }

  /// Where the names stand: on the left of a wide screen, in its upper half on a narrow one.
  static func list(_ size: Size) -> Rect {
    let body = body(size).inset(top: 2)
    return size.columns >= ScreenFrame.narrowestForTwo
      ? body.inset(right: body.columns - 28) : body.inset(bottom: body.rows / 2)
  }

  private static func preview(_ size: Size) -> Rect {
    let body = body(size).inset(top: 2)
    return size.columns >= ScreenFrame.narrowestForTwo
      ? body.inset(left: 31) : body.inset(top: body.rows - body.rows / 2 + 1)
  }

  static func layOut(_ chooser: inout TemplateChooser, _ size: Size) {
    chooser.choice.layOut(count: chooser.shown.count, height: list(size).rows)
  }

  /// Draws the screen. Returns the caret's place.
  static func draw(
    _ chooser: TemplateChooser, _ state: AppState, in grid: inout Grid
  ) -> Point? {
    let theme = state.theme
    _ = ScreenFrame(
      title: localized("Templates"), hints: state.keys[.templates].bindings, in: &grid, state)
    let body = body(grid.size)
    guard chooser.files?.isEmpty != true else {
      drawInvitation(in: &grid, body, state)
      return nil
    }
    let caret = chooser.filter.draw(in: &grid, body.line(0), theme.accent)
    let shown = chooser.shown
    let list = list(grid.size)
    for row in 0..<list.rows {
      let index = chooser.choice.top + row
      guard shown.indices.contains(index) else { break }
      let isSelected = index == chooser.choice.selected
      if isSelected { grid.draw("▌", in: list.line(row), theme.accent) }
      grid.draw(
        shown[index].name.printable, in: list.line(row).inset(left: 1),
        isSelected ? theme.title : theme.text)
    }
    if let selected = chooser.selected {
      drawPreview(selected, in: &grid, preview(grid.size), state)
    } else {
      let words =
        chooser.files == nil
        ? localized("reading…") : localized("No templates match.")
      grid.draw(words, in: list.line(0), theme.dim)
    }
    return caret
  }

  private static func drawPreview(
    _ file: TemplateFile, in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    let lines: [String]
    switch file.result {
    case .failure(let fault):
      lines = LineWrapping.rows(ofText: fault.line(file.name), columns: rect.columns)
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
      grid.draw(line.printable, in: rect.line(row), state.theme.dim)
    }
  }

  /// Where to put them, and what one looks like.
  private static func drawInvitation(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    let words = [
      localized("No templates yet. Put Markdown files into"),
      "  \(state.templateFolder.printable)",
      localized("and choose one here. For example, morning.md:"),
    ]
    let example = [
      "---", localized("title: Morning, {{date}}"), localized("tags: morning"), "---", "{{prompt}}",
      "", "{{cursor}}",
    ]
    var row = 0
    for line in words.flatMap({ LineWrapping.rows(ofText: $0, columns: rect.columns) }) {
      grid.draw(line, in: rect.line(row), state.theme.text)
      row += 1
    }
    for line in example {
      grid.draw(line, in: rect.line(row).inset(left: 2), state.theme.dim)
      row += 1
    }
  }
}
