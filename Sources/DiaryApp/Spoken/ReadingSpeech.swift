import DiaryCore
import TerminalUI
import Words

// Screens that are read: what is in view of them, so that scrolling says what comes into view.
extension AppState {
  func speech(of reader: ReaderState) -> Speech {
    let top = reader.scroll.top
    let rows = top..<top + ReaderView.body(size).rows
    return Speech(
      reader.entry.isTrashed
        ? localized("Reading “\(reader.entry.displayTitle)” in the trash")
        : localized("Reading “\(reader.entry.displayTitle)”"),
      reader.document.blocks(in: rows).map { words(for: $0.block, of: reader.entry) },
      selected: wordsOfFocus(in: reader))
  }

  private func words(for block: ReaderSection.Block, of entry: Entry) -> String {
    switch block {
    case .row(let row): row.text
    case .photo(let index, _): localized("Photo \(entry.photos[index].name)")
    }
  }

  /// What Tab has come to.
  private func wordsOfFocus(in reader: ReaderState) -> String? {
    switch reader.target {
    case nil: return nil
    case .photo(let index):
      let photos = reader.entry.photos
      return Self.place(localized("Photo \(photos[index].name)"), index, of: photos.count)
    case .attachment(let index):
      let attachments = reader.entry.attachments
      return Self.place(
        localized("Attachment \(attachments[index].name)"), index, of: attachments.count)
    case .address(let address): return localized("Link to \(address)")
    case .entry(let name):
      return localized("Link to the entry “\(EntryLink.parts(of: name).title)”")
    case .checkBox(_, let isChecked):
      let rows = reader.focus.flatMap { reader.document.rows(of: $0) } ?? 0..<0
      let text = reader.document.blocks(in: rows).map { words(for: $0.block, of: reader.entry) }
        .joined(separator: " ").trimmed
      return isChecked ? localized("Checked: \(text)") : localized("Not checked: \(text)")
    }
  }

  func speech(of history: HistoryState) -> Speech {
    let title = localized("History of “\(history.displayTitle)”")
    guard let whole = history.history, let chosen = history.chosen else { return Speech(title) }
    let words = "\(RevisionRow.date(chosen, self).trimmed), \(whole.kind(of: chosen).words)"
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
    let labels = DraftOfferView.labels(keys[.draftOffer], isDiscarded: offer.discarded != nil)
    return Speech(
      DraftOfferView.title(offer), [DraftOfferView.heading(offer)] + rows,
      selected: Self.place(
        labels[offer.selected.rawValue], offer.selected.rawValue, of: labels.count))
  }

  func speech(of status: StatusState) -> Speech {
    let facts = (status.status?.facts(localDate) ?? []).map { "\($0.name): \($0.value)" }
    let problem = (status.status?.problem?.line).map { [$0] } ?? []
    return Speech(localized("Status"), facts + problem)
  }
}

extension MarkedRow {
  fileprivate var words: String { String(characters.map(\.character)) }
}
