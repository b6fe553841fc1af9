import DiaryCore
import TerminalUI

/// A row of text in which what was removed or added is marked.
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

  /// Draws it on one line, cut off at its right edge.
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

/// Lays out the pieces of a difference in rows.
struct MarkedText: Hashable, Sendable {
  /// Whether signs stand around what changed, for where there are no colors.
  let hasSigns: Bool
  let columns: Int

  /// The lines of a text, cut where both texts have a line end.
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

  /// All of the pieces, as rows.
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
        // A line end that came or went with nothing else would not be seen.
        let isBareEnd = part.isBlank && index < parts.count - 1 && parts[index + 1].isBlank
        let text = part.printable + (isBareEnd ? "↵" : "")
        lines[lines.count - 1] += signed(text, piece.kind).map {
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

  /// Parts what was added from what was removed in its place, where neither has a blank and no
  /// signs stand around them.
  private func blank(
    before piece: TextDiff.Piece, behind last: MarkedRow.Character?
  ) -> MarkedRow.Character? {
    guard !hasSigns, let last, last.kind != .same, piece.kind != .same, last.kind != piece.kind,
      !last.character.isWhitespace, piece.text.first?.isWhitespace == false
    else { return nil }
    return MarkedRow.Character(character: " ", kind: .same)
  }

  private func signed(_ text: String, _ kind: TextDiff.Piece.Kind) -> String {
    guard hasSigns, !text.isEmpty else { return text }
    return switch kind {
    case .same: text
    case .removed: "[-\(text)-]"
    case .added: "{+\(text)+}"
    }
  }
}
