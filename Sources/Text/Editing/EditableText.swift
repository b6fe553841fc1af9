/// A text with a caret and a selection, changed by commands.
///
/// Copies are cheap and independent, so a copy serves as a snapshot. Offsets are in bytes of UTF-8;
/// the caret is always between grapheme clusters.
package struct EditableText: Sendable {
  package private(set) var rope: TextRope
  package private(set) var caret: Int
  /// The end of the selection that stays in place; the caret is the other end.
  package private(set) var anchor: Int?
  /// Indicates that motions extend the selection until the text changes.
  private(set) var isMarking = false
  /// The column that vertical motions try to keep.
  var goalColumn: Int?
  /// The range inserted by the last yank, which the next yank replaces.
  var yanked: Range<Int>?
  /// The pattern of the ranges that the caret passes as one character.
  package var fold: FoldPattern?
  /// Indicates that inserted line ends become spaces.
  private let isOneLine: Bool
  /// The undo history, or `nil` if the caller keeps one.
  private var history: UndoHistory<EditableText, EditKind>?

  /// Creates a text with the caret at its end. Without `keepsHistory`, undo and redo do nothing.
  package init(_ text: String = "", isOneLine: Bool = false, keepsHistory: Bool = true) {
    rope = TextRope(text)
    caret = rope.count
    self.isOneLine = isOneLine
    history = keepsHistory ? UndoHistory() : nil
  }

  package var string: String { rope.string }

  /// The selected range, or `nil` if nothing is selected.
  package var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  package var selectedText: String? { selection.map(rope.substring) }

  /// Indicates that the text was changed. Always `false` if the caller keeps the undo history.
  package var isEdited: Bool { history?.canStepBack ?? false }

  // MARK: Changing

  /// Returns `text` with line ends replaced by spaces in a one-line field.
  func fitting(_ text: String) -> String {
    isOneLine && text.contains(where: \.isNewline)
      ? String(text.map { $0.isNewline ? " " : $0 }) : text
  }

  /// Replaces a range and places the caret after the new text.
  mutating func put(_ text: String, in range: Range<Int>) {
    let text = fitting(text)
    let range = range.clamped(to: 0..<rope.count)
    rope.replace(range, with: text)
    // A combining mark joins the character before it, so the caret may have to move past both.
    caret = boundary(atOrAfter: range.lowerBound + text.utf8.count)
    dropSelection()
    goalColumn = nil
  }

  /// Replaces a range without moving the caret relative to the text around it. A caret within the
  /// range moves to its start. Records no undo step.
  package mutating func replaceBeside(_ range: Range<Int>, with text: String) {
    let range = range.clamped(to: 0..<rope.count)
    let text = fitting(text)
    let old = caret
    put(text, in: range)
    if old <= range.lowerBound {
      caret = snapped(old)
    } else if old >= range.upperBound {
      caret = boundary(atOrAfter: old - range.count + text.utf8.count)
    }
  }

  /// Moves the caret, and extends the selection or ends it.
  package mutating func move(to offset: Int, isSelecting: Bool = false) {
    let isKept = isSelecting || isMarking
    if !isKept { anchor = nil } else if anchor == nil { anchor = caret }
    caret = snapped(offset)
    goalColumn = nil
  }

  /// Selects a range and places the caret at its end.
  package mutating func select(_ range: Range<Int>) {
    let start = snapped(range.lowerBound)
    caret = range.isEmpty ? start : boundary(atOrAfter: min(range.upperBound, rope.count))
    anchor = start
    isMarking = false
    goalColumn = nil
  }

  /// Drops the selection and forgets the last yank, so that the next yank inserts instead of
  /// replacing. Call it when another field gets the focus or the text was changed away from the
  /// caret.
  package mutating func dropSelection() {
    anchor = nil
    isMarking = false
    yanked = nil
  }

  mutating func toggleMark() {
    let wasMarking = isMarking
    dropSelection()
    if !wasMarking {
      isMarking = true
      anchor = caret
    }
  }

  // MARK: Undo

  /// Records an undo step that restores `before`.
  mutating func record(_ before: EditableText, kind: EditKind) {
    guard history != nil else { return }
    var state = before
    state.history = nil
    history?.record(state, kind: kind, joins: { $0.joins($1) })
  }

  /// Makes the next change begin a new undo step.
  package mutating func endStep() { history?.endStep() }

  mutating func holdStep(_ isHeld: Bool) {
    if isHeld { history?.holdStep() } else { history?.releaseStep() }
  }

  mutating func stepHistory(isBack: Bool) -> Bool {
    guard var history else { return false }
    var current = self
    current.history = nil
    let target = isBack ? history.stepBack(from: current) : history.stepForward(from: current)
    guard var target else { return false }
    target.history = history
    target.fold = fold
    target.yanked = nil
    self = target
    return true
  }

  // MARK: Offsets

  /// Returns the boundary between characters at `offset`, or the one before it.
  package func snapped(_ offset: Int) -> Int {
    let place = rope.clusterBoundary(atOrBefore: max(0, min(offset, rope.count)))
    return fold?.range(around: place, in: rope)?.lowerBound ?? place
  }

  private func boundary(atOrAfter offset: Int) -> Int {
    let place = rope.clusterBoundary(atOrBefore: offset)
    return place < offset ? rope.clusterEnd(after: place) : place
  }

  /// Returns the start of the character or fold that ends at `offset`.
  package func before(_ offset: Int) -> Int {
    if let fold = fold?.range(endingAtOrAround: offset, in: rope) { return fold.lowerBound }
    return rope.clusterStart(before: offset)
  }

  /// Returns the end of the character or fold that begins at `offset`.
  package func after(_ offset: Int) -> Int {
    fold?.range(at: offset, in: rope)?.upperBound ?? rope.clusterEnd(after: offset)
  }
}

extension EditableText: Hashable {
  /// Compares text, caret and selection, but not the undo history.
  package static func == (left: EditableText, right: EditableText) -> Bool {
    left.caret == right.caret && left.anchor == right.anchor && left.isMarking == right.isMarking
      && left.rope == right.rope
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rope)
    hasher.combine(caret)
  }
}

// MARK: - Find and replace

extension EditableText {
  /// Returns the first match that begins at or after `offset` and ends before `end`, outside of
  /// folds.
  package func first(
    _ phrase: FindPhrase, from offset: Int = 0, to end: Int? = nil
  ) -> Range<Int>? {
    var index = offset
    while let found = rope.firstRange(of: phrase, from: index, to: end) {
      guard isInFold(found) else { return found }
      index = found.upperBound
    }
    return nil
  }

  /// Returns the first match at or after `offset`, wrapping around at the end of the text.
  package func next(_ phrase: FindPhrase, from offset: Int) -> Range<Int>? {
    first(phrase, from: offset) ?? (offset > 0 ? first(phrase) : nil)
  }

  /// Returns the last match before `offset`, wrapping around at the start of the text.
  package func previous(_ phrase: FindPhrase, before offset: Int) -> Range<Int>? {
    var index = offset
    while let found = rope.lastRange(of: phrase, before: index) {
      guard isInFold(found) else { return found }
      index = found.lowerBound
    }
    return offset < rope.count ? previous(phrase, before: rope.count) : nil
  }

  /// Returns the first `most` matches in a part of the text, outside of folds.
  package func ranges(
    of phrase: FindPhrase, in range: Range<Int>? = nil, most: Int = .max
  ) -> [Range<Int>] {
    rope.ranges(of: phrase, in: range, most: most).filter { !isInFold($0) }
  }

  /// Returns whether a match touches a fold: the text there isn't visible, so it isn't searched.
  private func isInFold(_ range: Range<Int>) -> Bool {
    guard let fold else { return false }
    return fold.range(endingAtOrAround: range.lowerBound + 1, in: rope) != nil
      || fold.range(endingAtOrAround: range.upperBound, in: rope) != nil
  }

  /// Replaces several ranges, sorted and without overlap, by the same text as one change.
  mutating func replaceAll(_ ranges: [Range<Int>], with text: String) {
    guard let first = ranges.first, let last = ranges.last else { return }
    let text = fitting(text)
    var index = first.lowerBound
    var result = ""
    var caretAfter = caret
    for range in ranges {
      result += rope.substring(index..<range.lowerBound) + text
      if range.upperBound <= caret { caretAfter += text.utf8.count - range.count }
      index = range.upperBound
    }
    put(result, in: first.lowerBound..<last.upperBound)
    move(to: caretAfter)
  }
}

// MARK: - Folds

/// A part of a text that is displayed as something shorter and passed by the caret as one
/// character: an opening, a fixed number of hexadecimal digits and a closing character.
package struct FoldPattern: Hashable, Sendable {
  /// The byte required before the fold; it isn't part of it.
  let before: UInt8
  let opening: [UInt8]
  let digits: Int
  let closing: UInt8

  /// The target of a photo reference: the parentheses in `![caption](photo:<64 digits>)` and their
  /// content.
  package static let photo = FoldPattern(
    before: UInt8(ascii: "]"), opening: Array("(photo:".utf8), digits: 64,
    closing: UInt8(ascii: ")"))

  /// The fold's length in bytes.
  var length: Int { opening.count + digits + 1 }

  /// Returns the fold that begins at `offset`.
  package func range(at offset: Int, in text: TextRope) -> Range<Int>? {
    guard offset > 0, text.byte(at: offset) == opening[0] else { return nil }
    let bytes = text.bytes(offset - 1..<offset + length)
    return isMatch(bytes[...]) ? offset..<offset + length : nil
  }

  /// Returns the fold that contains `offset` or ends there, but not one that begins there.
  func range(endingAtOrAround offset: Int, in text: TextRope) -> Range<Int>? {
    let low = max(0, offset - length - 1)
    let bytes = text.bytes(low..<offset + length)
    guard bytes.count > length else { return nil }
    for start in 0..<min(offset - low, bytes.count - length)
    where bytes[start] == before && isMatch(bytes[start...]) {
      let range = low + start + 1..<low + start + 1 + length
      if range.lowerBound < offset, offset <= range.upperBound { return range }
    }
    return nil
  }

  /// Returns the fold with `offset` strictly inside.
  package func range(around offset: Int, in text: TextRope) -> Range<Int>? {
    range(endingAtOrAround: offset, in: text).flatMap { offset < $0.upperBound ? $0 : nil }
  }

  /// Returns the fold that ends at `offset`.
  package func range(endingAt offset: Int, in text: TextRope) -> Range<Int>? {
    offset >= length ? range(at: offset - length, in: text) : nil
  }

  /// Returns the hexadecimal digits of a fold.
  package func digits(of range: Range<Int>, in text: TextRope) -> String {
    text.substring(range.lowerBound + opening.count..<range.upperBound - 1)
  }

  private func isMatch(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > length, bytes.first == before else { return false }
    let rest = bytes.dropFirst()
    return rest.starts(with: opening)
      && rest.dropFirst(opening.count).prefix(digits).allSatisfy(Self.isDigit)
      && rest.dropFirst(opening.count + digits).first == closing
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
