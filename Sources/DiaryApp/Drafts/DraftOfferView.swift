import DiaryCore
import TerminalUI
import Words

/// The offer of a draft: what it is, as much of it as there is room for, and what to do.
enum DraftOfferView {
  struct Layout {
    /// Blank lines that the box keeps free between its title and its buttons.
    let freeRows: Int
    /// The part of them for the text, below the line that says what it is.
    let text: Rect
  }

  /// Rows of a box around what stands between its title and its buttons.
  private static let frameRows = 6
  private static let mostTextRows = 16

  static func layout(_ offer: DraftOfferState, _ state: AppState) -> Layout {
    let size = state.size
    let columns = DialogBox.textColumns(on: size.columns)
    // A small screen is used to its edges.
    let margin = size.rows > 16 ? 2 : 0
    let gap = size.rows > 16 ? 1 : 0
    let room = size.rows - margin - frameRows - 1 - gap
    let wanted = offer.text.underWay == nil ? offer.rows.count : mostTextRows
    let rows = max(1, min(wanted, mostTextRows, room))
    return Layout(
      freeRows: 1 + gap + rows,
      text: Rect(column: 0, row: 1 + gap, columns: columns, rows: rows))
  }

  static func layOut(_ offer: inout DraftOfferState, _ state: AppState) {
    let columns = DialogBox.textColumns(on: state.size.columns)
    offer.text.show(
      offer.comparison(MarkedText(hasSigns: state.colors == .monochrome, columns: columns)))
    guard offer.text.underWay == nil else { return }
    offer.scroll.move(by: 0, content: offer.rows.count, height: layout(offer, state).text.rows)
  }

  static func draw(_ offer: DraftOfferState, _ state: AppState, in grid: inout Grid) {
    let layout = layout(offer, state)
    let inner = box(offer, state).draw(in: &grid, grid.bounds, state.theme.dialog)
    let body = inner.inset(top: 2)
    grid.draw(
      TextWidth.cut(heading(offer), columns: body.columns), in: body.line(0), state.theme.dim)
    let text = body.inset(top: layout.text.row)
    for row in 0..<layout.text.rows {
      let index = offer.scroll.top + row
      guard offer.rows.indices.contains(index) else { break }
      offer.rows[index].draw(in: &grid, text.line(row), state.theme)
    }
    let below = text.line(layout.text.rows)
    if offer.text.underWay != nil {
      grid.draw(localized("comparing…"), in: below, state.theme.dim)
    } else {
      let sign = offer.scroll.sign(content: offer.rows.count, height: layout.text.rows)
      grid.draw(trailing: sign, in: below, state.theme.dim)
    }
  }

  static func box(_ offer: DraftOfferState, _ state: AppState) -> DialogBox {
    let layout = layout(offer, state)
    // Else the last button would be cut off.
    let isNarrow = layout.text.columns < 40
    return DialogBox(
      title: title(offer),
      body: Array(repeating: "", count: layout.freeRows),
      buttons: labels(
        state.keys[.draftOffer], isDiscarded: offer.discarded != nil, isNarrow: isNarrow
      ).map(DialogBox.Button.init),
      selected: offer.selected.rawValue)
  }

  static func title(_ offer: DraftOfferState) -> String {
    guard let date = offer.discarded else { return localized("You have an unsaved draft") }
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

  static func heading(_ offer: DraftOfferState) -> String {
    guard let entry = offer.entry else {
      let words = CountWords.words(offer.wordCount)
      return offer.draft.entry == nil
        ? localized("New entry · \(words)") : localized("Entry deleted · \(words)")
    }
    let title = entry.displayTitle.printable
    return entry.isTrashed
      ? localized("Edits “\(title)”, which is in the trash.") : localized("Edits “\(title)”.")
  }
}
