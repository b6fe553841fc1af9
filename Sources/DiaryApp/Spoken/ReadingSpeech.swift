import DiaryCore
import TerminalUI
import Words

// Screens that are read: what is in view of them, so that scrolling says what comes into view.
extension AppState {
  func speech(of reader: ReaderState) -> Speech {
    let body = ReaderView.body(size)
    let document = ReaderDocument(reader.entry, in: body, self)
    var lines: [String] = []
    var row = 0
    for block in document.blocks {
      defer { row += block.rows }
      guard row + block.rows > reader.scroll.top, row < reader.scroll.top + body.rows else {
        continue
      }
      lines.append(words(for: block, of: reader.entry))
    }
    let photo = reader.focusedPhoto.map { index in
      Self.place(
        localized("Photo \(reader.entry.photos[index].name)"), index,
        of: reader.entry.photos.count)
    }
    return Speech(localized("Reading “\(reader.entry.displayTitle)”"), lines, selected: photo)
  }

  private func words(for block: ReaderDocument.Block, of entry: Entry) -> String {
    switch block {
    case .line(let text, _, _): text
    case .photo(let index, _): localized("Photo \(entry.photos[index].name)")
    }
  }

  func speech(of history: HistoryState) -> Speech {
    let title = localized("History of “\(history.displayTitle)”")
    guard let whole = history.history, let chosen = history.chosen else { return Speech(title) }
    let words = "\(RevisionRow.date(chosen, self).trimmed), \(whole.kind(of: chosen).rawValue)"
    let height = HistoryLayout(history, size).text.rows
    return Speech(
      title, history.rows.dropFirst(history.scroll.top).prefix(height).map(\.words),
      selected: Self.place(words, history.choice.selected, of: history.revisions.count))
  }

  func speech(of versions: VersionsState) -> Speech {
    let title = localized("Versions of “\(versions.entry.displayTitle)”")
    let height = VersionsLayout(size).left.rows
    let rows = versions.rows.dropFirst(versions.scroll.top).prefix(height)
    let isRight = versions.isRightInFront
    return Speech(
      title, rows.map { (isRight ? $0.right : $0.left).words },
      selected: isRight ? localized("The right version") : localized("The left version"))
  }

  func speech(of offer: DraftOfferState) -> Speech {
    let height = DraftOfferView.layout(offer, self).text.rows
    let rows = offer.rows.dropFirst(offer.scroll.top).prefix(height).map(\.words)
    let labels = DraftOfferView.labels
    return Speech(
      localized("There is text that was not saved"), [DraftOfferView.heading(offer)] + rows,
      selected: Self.place(
        labels[offer.selected.rawValue], offer.selected.rawValue, of: labels.count))
  }

  func speech(of status: StatusState) -> Speech {
    let facts = (status.status?.facts ?? []).map { "\($0.name): \($0.value)" }
    let problem = (status.status?.problem?.line).map { [$0] } ?? []
    return Speech(localized("Status"), facts + problem)
  }
}

extension MarkedRow {
  fileprivate var words: String { String(characters.map(\.character)) }
}
