import DiaryCore
import TerminalUI
import Text

/// The rows of text that show one revision or the difference of two.
struct EntryDiffRows {
  let text: MarkedText
  let localDate: @Sendable (Timestamp) -> EntryDate
  /// The kind of pieces to leave out: without `added`, only the old revision remains.
  var hidden: TextDiff.Piece.Kind?

  /// Returns the changes between two revisions, with context.
  func rows(_ diff: EntryDiff) -> [MarkedRow] {
    let content = text.rows(diff.content.pieces)
    var rows = head(diff).filter { $0.contains(where: \.hasChanges) }.flatMap(\.self)
    if !rows.isEmpty { rows.append(.empty) }
    rows += Folding.folded(content, isChanged: content.map(\.hasChanges)) { MarkedRow($0, .dim) }
    if diff.photos.hasChanges { rows += [.empty] + photos(diff.photos).flatMap(\.self) }
    if diff.attachments.hasChanges { rows += [.empty] + attachments(diff.attachments) }
    return rows
  }

  /// Returns the complete text of a revision.
  func rows(_ fields: EntryFields) -> [MarkedRow] {
    let diff = EntryDiff(from: fields, to: fields)
    var rows = head(diff).flatMap(\.self) + [.empty]
    rows += text.rows(diff.content.pieces)
    if !fields.photos.isEmpty { rows += [.empty] + photos(diff.photos).flatMap(\.self) }
    if !fields.attachments.isEmpty { rows += [.empty] + attachments(diff.attachments) }
    return rows
  }

  /// Returns the rows of the title, date, tags, details and, if it changed, the journal.
  func head(_ diff: EntryDiff) -> [[MarkedRow]] {
    var parts = [
      rows(diff.title.pieces, .title),
      rows(pieces(diff.date, separator: "\n") { DateText.zoned($0, localDate) }, .dim),
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

  /// Returns the rows of each photo. A photo with a changed caption appears once.
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

  /// Returns one row for each attachment.
  func attachments(_ attachments: ListDiff<Attachment>) -> [MarkedRow] {
    attachments.parts.flatMap { part in
      rows([TextDiff.Piece(part.kind, AttachmentText.title(part.item))])
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

/// A row of two texts side by side.
package struct PairedRow: Sendable {
  var left: MarkedRow
  var right: MarkedRow

  static let empty = PairedRow(left: .empty, right: .empty)
}

/// Two versions of an entry side by side, with common lines aligned.
struct PairedRows {
  let text: MarkedText
  let localDate: @Sendable (Timestamp) -> EntryDate

  func rows(_ left: EntryFields, _ right: EntryFields) -> [PairedRow] {
    let diff = EntryDiff(from: left, to: right)
    let old = EntryDiffRows(text: text, localDate: localDate, hidden: .added)
    let new = EntryDiffRows(text: text, localDate: localDate, hidden: .removed)
    var rows = zip(old.head(diff), new.head(diff)).flatMap(paired)
    rows.append(.empty)

    var content: [PairedRow] = []
    var isChanged: [Bool] = []
    for segment in MarkedText.segments(of: diff.content.pieces) {
      content += paired(
        text.rows(ofSegment: segment.filter { $0.kind != .added }),
        text.rows(ofSegment: segment.filter { $0.kind != .removed }))
      let hasChanges = segment.contains { $0.kind != .same }
      isChanged += Array(repeating: hasChanges, count: content.count - isChanged.count)
    }
    rows += Folding.folded(content, isChanged: isChanged) { words in
      PairedRow(left: MarkedRow(words, .dim), right: MarkedRow(words, .dim))
    }

    let photos = zip(old.photos(diff.photos), new.photos(diff.photos)).flatMap(paired)
    if !photos.isEmpty { rows += [.empty] + photos }
    let attachments = paired(old.attachments(diff.attachments), new.attachments(diff.attachments))
    return attachments.isEmpty ? rows : rows + [.empty] + attachments
  }

  private func paired(_ left: [MarkedRow], _ right: [MarkedRow]) -> [PairedRow] {
    (0..<max(left.count, right.count)).map { index in
      PairedRow(
        left: index < left.count ? left[index] : .empty,
        right: index < right.count ? right[index] : .empty)
    }
  }
}

/// A row of text with removed and added characters marked.
package struct MarkedRow: Sendable {
  enum Tone: Sendable {
    case text, title, dim
  }

  struct Character: Sendable {
    let character: Swift.Character
    let kind: TextDiff.Piece.Kind
  }

  var characters: [Character] = []
  var tone = Tone.text

  var hasChanges: Bool { characters.contains { $0.kind != .same } }

  static let empty = MarkedRow()

  init() {}

  init(_ characters: some Sequence<Character>, _ tone: Tone) {
    self.characters = Array(characters)
    self.tone = tone
  }

  init(_ text: String, _ tone: Tone) {
    self.init(text.printable.map { Character(character: $0, kind: .same) }, tone)
  }

  /// Draws the row on one line, truncated at the right edge.
  func draw(in grid: inout Grid, _ rect: Rect, _ theme: Theme) {
    guard !rect.isEmpty else { return }
    var column = rect.column
    for character in characters {
      let form = DisplayForm(character.character)
      guard column + form.width <= rect.endColumn else { return }
      grid.put(form, column: column, row: rect.row, theme.style(tone, character.kind))
      column += form.width
    }
  }
}

extension Theme {
  fileprivate func style(_ tone: MarkedRow.Tone, _ kind: TextDiff.Piece.Kind) -> Style {
    let base =
      switch tone {
      case .text: text
      case .title: title
      case .dim: dim
      }
    return switch kind {
    case .same: base
    case .removed: removed.adding(base.attributes)
    case .added: added.adding(base.attributes)
    }
  }
}

/// Lays out the pieces of a text difference in rows.
struct MarkedText: Hashable, Sendable {
  /// True if changes are marked with brackets, for terminals without colors.
  let usesBrackets: Bool
  let columns: Int
  /// Affects the width of the text.
  let emoji = EmojiSequences.current

  /// Splits pieces into segments at the line ends that both texts share.
  static func segments(of pieces: [TextDiff.Piece]) -> [[TextDiff.Piece]] {
    var segments: [[TextDiff.Piece]] = [[]]
    for piece in pieces {
      guard piece.kind == .same else {
        segments[segments.count - 1].append(piece)
        continue
      }
      let lines = piece.text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        if index > 0 { segments.append([]) }
        if !line.isEmpty {
          segments[segments.count - 1].append(TextDiff.Piece(.same, String(line)))
        }
      }
    }
    return segments
  }

  /// Returns the rows of all pieces.
  func rows(_ pieces: [TextDiff.Piece], _ tone: MarkedRow.Tone = .text) -> [MarkedRow] {
    Self.segments(of: pieces).flatMap { rows(ofSegment: $0, tone) }
  }

  func rows(ofSegment pieces: [TextDiff.Piece], _ tone: MarkedRow.Tone = .text) -> [MarkedRow] {
    var lines: [[MarkedRow.Character]] = [[]]
    for piece in pieces {
      if let blank = blank(before: piece, behind: lines.last?.last) {
        lines[lines.count - 1].append(blank)
      }
      let parts = piece.text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append([]) }
        // A line end added or removed alone would be invisible.
        let isBareEnd = part.isBlank && index < parts.count - 1 && parts[index + 1].isBlank
        let text = part.printable + (isBareEnd ? "↵" : "")
        lines[lines.count - 1] += bracketed(text, piece.kind).map {
          MarkedRow.Character(character: $0, kind: piece.kind)
        }
      }
    }
    return lines.flatMap { line in
      LineWrapping.rows(of: line.map(\.character), columns: columns).map {
        MarkedRow(line[$0], tone)
      }
    }
  }

  /// Returns a space to separate removed from added text if neither has one and no brackets
  /// separate them.
  private func blank(
    before piece: TextDiff.Piece, behind last: MarkedRow.Character?
  ) -> MarkedRow.Character? {
    guard !usesBrackets, let last, last.kind != .same, piece.kind != .same, last.kind != piece.kind,
      !last.character.isWhitespace, piece.text.first?.isWhitespace == false
    else { return nil }
    return MarkedRow.Character(character: " ", kind: .same)
  }

  private func bracketed(_ text: String, _ kind: TextDiff.Piece.Kind) -> String {
    guard usesBrackets, !text.isEmpty else { return text }
    return switch kind {
    case .same: text
    case .removed: "[-\(text)-]"
    case .added: "{+\(text)+}"
    }
  }
}

/// Collapses long unchanged sections.
enum Folding {
  /// The number of unchanged rows kept next to a change.
  private static let context = 2

  /// Replaces the middle of each unchanged section with a row that shows the number of omitted
  /// rows.
  static func folded<Row>(
    _ rows: [Row], isChanged: [Bool], fold: (String) -> Row
  ) -> [Row] {
    var folded: [Row] = []
    var next = 0
    for stretch in stretches(isChanged) {
      folded += rows[next..<stretch.lowerBound]
      folded.append(fold(localized("… \(CountText.lines(stretch.count)) unchanged")))
      next = stretch.upperBound
    }
    return folded + rows[next...]
  }

  private static func stretches(_ isChanged: [Bool]) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    while start < isChanged.count {
      guard !isChanged[start] else {
        start += 1
        continue
      }
      let end = isChanged[start...].firstIndex(of: true) ?? isChanged.count
      let first = start == 0 ? 0 : start + context
      let last = end == isChanged.count ? end : end - context
      // The collapsed row would take as much space as a single omitted row.
      if last - first > 1 { stretches.append(first..<last) }
      start = end
    }
    return stretches
  }
}
