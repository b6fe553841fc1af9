import DiaryCore
import TerminalUI

/// Two states of an entry, or one, as rows of text.
struct EntryDiffRows {
  let text: MarkedText
  /// What isn't shown: without what was added there is the old state alone.
  var hidden: TextDiff.Piece.Kind?

  /// What changed between two states, with what stands around it.
  func rows(_ diff: EntryDiff) -> [MarkedRow] {
    let content = text.rows(diff.content.pieces)
    var rows = head(diff).filter { $0.contains(where: \.hasChanges) }.flatMap(\.self)
    if !rows.isEmpty { rows.append(.empty) }
    rows += Folding.folded(content, isChanged: content.map(\.hasChanges)) { MarkedRow($0, .dim) }
    if diff.photos.hasChanges { rows += [.empty] + photos(diff.photos).flatMap(\.self) }
    if diff.attachments.hasChanges { rows += [.empty] + attachments(diff.attachments) }
    return rows
  }

  /// All that a state says.
  func rows(_ fields: EntryFields) -> [MarkedRow] {
    let diff = EntryDiff(from: fields, to: fields)
    var rows = head(diff).flatMap(\.self) + [.empty]
    rows += text.rows(diff.content.pieces)
    if !fields.photos.isEmpty { rows += [.empty] + photos(diff.photos).flatMap(\.self) }
    if !fields.attachments.isEmpty { rows += [.empty] + attachments(diff.attachments) }
    return rows
  }

  /// Title, date, tags, details and, where it changed, the journal, each with its rows.
  func head(_ diff: EntryDiff) -> [[MarkedRow]] {
    var parts = [
      rows(diff.title.pieces, .title),
      rows(pieces(diff.date, separator: "\n") { "\(DateWords.full($0)) \($0.zone)" }, .dim),
      rows(pieces(diff.tags) { "#\($0)" }, .dim),
    ]
    if !diff.details.parts.isEmpty {
      parts.append(rows(pieces(diff.details, separator: " · ") { $0 }, .dim))
    }
    if diff.journal.hasChanges {
      parts.append(rows(pieces(diff.journal, separator: "\n") { $0 }, .dim))
    }
    return parts
  }

  /// Each photo with its rows. One whose caption changed is one photo.
  func photos(_ photos: ListDiff<Photo>) -> [[MarkedRow]] {
    let removed = photos.parts.filter { $0.kind == .removed }.map(\.item)
    let added = photos.parts.filter { $0.kind == .added }.map(\.item)
    return photos.parts.compactMap { part in
      if part.kind == .removed, added.contains(where: { $0.asset == part.item.asset }) {
        return nil
      }
      if part.kind == .added, let old = removed.first(where: { $0.asset == part.item.asset }) {
        return rows(TextDiff(from: Self.words(old), to: Self.words(part.item)).pieces)
      }
      return rows([TextDiff.Piece(part.kind, Self.words(part.item))])
    }
  }

  /// A row for each.
  func attachments(_ attachments: ListDiff<Attachment>) -> [MarkedRow] {
    attachments.parts.flatMap { part in
      rows([TextDiff.Piece(part.kind, AttachmentWords.title(part.item))])
    }
  }

  private static func words(_ photo: Photo) -> String {
    "▣ \(photo.name.printable)"
      + (photo.caption.isBlank ? "" : " “\(photo.caption.printable)”")
  }

  private func rows(
    _ pieces: [TextDiff.Piece], _ tone: MarkedRow.Tone = .text
  ) -> [MarkedRow] {
    let shown = pieces.filter { $0.kind != hidden }
    return shown.isEmpty ? [] : text.rows(shown, tone)
  }

  private func pieces<Item>(
    _ list: ListDiff<Item>, separator: String = " ", _ words: (Item) -> String
  ) -> [TextDiff.Piece] {
    var pieces: [TextDiff.Piece] = []
    for part in list.parts where part.kind != hidden {
      if !pieces.isEmpty { pieces.append(TextDiff.Piece(.same, separator)) }
      pieces.append(TextDiff.Piece(part.kind, words(part.item).printable))
    }
    return pieces
  }
}
