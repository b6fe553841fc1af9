/// What has to be removed from a text and added to it to make another one, word by word. Texts
/// are compared as they are written: another normal form is another text.
package struct TextDiff: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case same, removed, added
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// In the order of the texts; what was removed stands before what was added in its place.
  package let pieces: [Piece]

  package var hasChanges: Bool { pieces.contains { $0.kind != .same } }

  package init(from old: String, to new: String) {
    pieces = old.isExactly(new) ? Self.whole(old, .same) : Self.pieces(from: old, to: new)
  }

  /// Compares line by line: of a line that changed, all is removed and added.
  package init(linesFrom old: String, to new: String) {
    // The last line is one as well.
    let (old, new) = (old + "\n", new + "\n")
    var builder = DiffBuilder()
    _ =
      builder.add(
        TextTokens.lines(of: old)[...], TextTokens.lines(of: new)[...], limit: Self.mostChanges)
      || builder.replace(old, with: new)
    pieces = builder.pieces
  }

  private static func whole(_ text: String, _ kind: Piece.Kind) -> [Piece] {
    text.isEmpty ? [] : [Piece(kind, text)]
  }

  /// As many changed words as are looked for in the whole of two texts, or in a part of them.
  /// Beyond that, texts have little in common that is worth telling.
  private static let mostChanges = 2000
  private static let mostChangesInPart = 400

  private static func pieces(from old: String, to new: String) -> [Piece] {
    // Most changes are small: the lines before and after them need not be looked at closely.
    let (head, tail) = SharedLines.counts(old, new)
    var builder = DiffBuilder()
    builder.keep(String(decoding: old.utf8.prefix(head), as: UTF8.self))
    add(
      to: &builder, SharedLines.middle(of: old, head, tail), SharedLines.middle(of: new, head, tail)
    )
    builder.keep(String(decoding: old.utf8.suffix(tail), as: UTF8.self))
    return builder.pieces
  }

  private static func add(to builder: inout DiffBuilder, _ old: String, _ new: String) {
    let (oldWords, newWords) = (TextTokens.words(of: old), TextTokens.words(of: new))
    if builder.add(oldWords[...], newWords[...], limit: mostChanges) { return }
    let (oldLines, newLines) = (TextTokens.lines(of: old), TextTokens.lines(of: new))
    _ =
      builder.add(oldLines[...], newLines[...], limit: mostChanges) { builder, removed, added in
        let (oldPart, newPart) = (removed.joined(), added.joined())
        let words = (TextTokens.words(of: oldPart), TextTokens.words(of: newPart))
        if !builder.add(words.0[...], words.1[...], limit: mostChangesInPart) {
          builder.replace(oldPart, with: newPart)
        }
      } || builder.replace(old, with: new)
  }
}

/// The whole lines that two texts begin and end with alike, in bytes. Nothing is joined across a
/// line end, so that no character is cut.
enum SharedLines {
  /// How long they are at the beginning and at the end.
  static func counts(_ old: String, _ new: String) -> (head: Int, tail: Int) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let most = min(old.count, new.count)
    var head = 0
    while head < most, old[head] == new[head] { head += 1 }
    while head > 0, old[head - 1] != lineEnd { head -= 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    // The line before it ends in both.
    while tail > 0, !isLineStart(old, old.count - tail) || !isLineStart(new, new.count - tail) {
      tail -= 1
    }
    return (head, tail)
  }

  static func middle(of text: String, _ head: Int, _ tail: Int) -> String {
    String(decoding: text.utf8.dropFirst(head).dropLast(tail), as: UTF8.self)
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    index == 0 || bytes[index - 1] == lineEnd
  }
}
