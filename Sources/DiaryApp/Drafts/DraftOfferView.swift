import DiaryCore
import Localization
import TerminalUI

// The offer of a draft: what it is, as much of it as there is room for, and what to do.
extension DraftOfferState {
  struct Layout {
    /// Blank lines that the box keeps free between its title and its buttons.
    let freeRows: Int
    /// The part of them for the text, below the line that says what it is.
    let text: Rect
  }

  /// Rows of a box around what stands between its title and its buttons.
  private static let frameRows = 6
  private static let mostTextRows = 16

  func layout(_ app: ScreenContext) -> Layout {
    let size = app.size
    let columns = DialogBox.textColumns(on: size.columns)
    // A small screen is used to its edges.
    let margin = size.rows > 16 ? 2 : 0
    let gap = size.rows > 16 ? 1 : 0
    let room = size.rows - margin - Self.frameRows - 1 - gap
    let wanted = text.underWay == nil ? self.rows.count : Self.mostTextRows
    let rows = max(1, min(wanted, Self.mostTextRows, room))
    return Layout(
      freeRows: 1 + gap + rows,
      text: Rect(column: 0, row: 1 + gap, columns: columns, rows: rows))
  }

  package mutating func layOut(in app: ScreenContext) {
    let columns = DialogBox.textColumns(on: app.size.columns)
    text.show(
      comparison(MarkedText(hasSigns: app.colors == .monochrome, columns: columns)))
    guard text.underWay == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout(app).text.rows)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let layout = layout(app)
    let inner = box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    let body = inner.inset(top: 2)
    grid.draw(
      TextWidth.cut(heading, columns: body.columns), in: body.line(0), app.theme.dim)
    let text = body.inset(top: layout.text.row)
    for (row, line) in scroll.inView(rows, in: text.split(top: layout.text.rows).top) {
      row.draw(in: &grid, line, app.theme)
    }
    let below = text.line(layout.text.rows)
    if self.text.underWay != nil {
      grid.draw(localized("comparing…"), in: below, app.theme.dim)
    } else {
      let sign = scroll.sign(content: rows.count, height: layout.text.rows)
      grid.draw(trailing: sign, in: below, app.theme.dim)
    }
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    let layout = layout(app)
    // Else the last button would be cut off.
    let isNarrow = layout.text.columns < 40
    return DialogBox(
      title: title,
      body: Array(repeating: "", count: layout.freeRows),
      buttons: Self.labels(app.keys[.draftOffer], isDiscarded: discarded != nil, isNarrow: isNarrow)
        .map(DialogBox.Button.init),
      selected: selected.rawValue)
  }

  var title: String {
    guard let date = discarded else { return localized("You have an unsaved draft") }
    let time = "\(DateWords.short(date.day)) \(date.clock)"
    return localized("Discarded on \(time)")
  }

  /// Discard names its key, for which it has to be chosen first.
  static func labels(
    _ keys: KeyTable, isDiscarded: Bool = false, isNarrow: Bool = false
  ) -> [String] {
    let discard = isDiscarded ? localized("Remove") : localized("Discard")
    let key = isNarrow ? nil : keys.keyName(of: .delete)
    return [
      localized("Continue"), localized("Later"),
      key.map { "\(discard) (\($0))" } ?? discard,
    ]
  }

  var heading: String {
    guard let entry else {
      let words = CountWords.words(wordCount)
      return draft.entry == nil
        ? localized("New entry · \(words)") : localized("Entry deleted · \(words)")
    }
    let title = entry.displayTitle.printable
    return entry.isTrashed
      ? localized("Edits “\(title)”, which is in the trash.") : localized("Edits “\(title)”.")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let height = layout(app).text.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height).map(\.words)
    let labels = Self.labels(app.keys[.draftOffer], isDiscarded: discarded != nil)
    return AccessibleText(
      title, [heading] + rows,
      selected: AccessibleText.item(
        labels[selected.rawValue], selected.rawValue, of: labels.count))
  }
}
