import DiaryCore
import TerminalUI
import Words

extension ReaderState: Screen {
  package var readEntry: Entry? { entry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.reader]] }

  package mutating func layOut(in app: AppState) { ReaderView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ReaderView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { ReaderView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    let top = scroll.top
    let rows = top..<top + ReaderView.body(app.size).rows
    return Speech(
      entry.isTrashed
        ? localized("Reading “\(entry.displayTitle)” in the trash")
        : localized("Reading “\(entry.displayTitle)”"),
      document.blocks(in: rows).map { words(for: $0.block, of: entry, in: app) },
      selected: wordsOfFocus(in: app))
  }

  private func words(
    for block: ReaderSection.Block, of entry: Entry, in app: AppState
  ) -> String {
    switch block {
    case .row(let row): row.text
    case .photo(let index, _): localized("Photo \(entry.photos[index].name)")
    }
  }

  /// What Tab has come to.
  private func wordsOfFocus(in app: AppState) -> String? {
    switch target {
    case nil: return nil
    case .photo(let index):
      let photos = entry.photos
      return Speech.item(localized("Photo \(photos[index].name)"), index, of: photos.count)
    case .attachment(let index):
      let attachments = entry.attachments
      return Speech.item(
        localized("Attachment \(attachments[index].name)"), index, of: attachments.count)
    case .address(let address): return localized("Link to \(address)")
    case .entry(let name):
      return localized("Link to the entry “\(EntryLink.parts(of: name).title)”")
    case .checkBox(_, let isChecked):
      let rows = focus.flatMap { document.rows(of: $0) } ?? 0..<0
      let text = document.blocks(in: rows).map { words(for: $0.block, of: entry, in: app) }
        .joined(separator: " ").trimmed
      return isChecked ? localized("Checked: \(text)") : localized("Not checked: \(text)")
    }
  }

  package func place(in app: AppState) -> Place.Screen? {
    Place.Screen(kind: .reader, entry: entry.id, top: scroll.top)
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> ReaderState? {
    guard entry.id == change.entry.id else { return self }
    if change.isGone || change.kind == .restored { return nil }
    var reader = self
    reader.show(change.entry)
    return reader
  }
}

extension Place.Kind {
  static let reader = Self("reader", needsEntry: true) { place, visit, _, app in
    guard let entry = place.entry.flatMap({ visit.entries[$0] }) else { return nil }
    var reader = ReaderState(entry, finding: app.phrases)
    reader.layOut(in: app)
    reader.scroll.move(
      by: place.top, content: reader.document.rowCount, height: ReaderView.body(app.size).rows)
    return (reader, [])
  }
}
