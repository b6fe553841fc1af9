/// A text with a caret and a selection, changed by commands.
///
/// It is a value: a copy is as good as a note of what it was, and costs nothing. Places are counted
/// in bytes; the caret stands between grapheme clusters.
package struct EditableText: Sendable {
  package private(set) var rope: TextRope
  package private(set) var caret: Int
  /// Where the selection began; the caret is its other end.
  package private(set) var anchor: Int?
  /// Whether motions select until something changes.
  private(set) var isMarking = false
  /// The column that moving up and down tries to keep.
  var goalColumn: Int?
  /// What the last yank put in, for the next one to take its place.
  var yanked: Range<Int>?
  /// Parts that the caret passes as one character.
  package var fold: FoldPattern?
  /// Whether line ends become blanks.
  private let isOneLine: Bool
  /// `nil` where undo is someone else's.
  private var history: UndoHistory<EditableText, EditKind>?

  /// Begins with the caret at the end. Without a history of its own, undo and redo do nothing.
  package init(_ text: String = "", isOneLine: Bool = false, keepsHistory: Bool = true) {
    rope = TextRope(text)
    caret = rope.count
    self.isOneLine = isOneLine
    history = keepsHistory ? UndoHistory() : nil
  }

  package var string: String { rope.string }

  /// What is selected; `nil` for nothing.
  package var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  package var selectedText: String? { selection.map(rope.substring) }

  // MARK: Changing

  /// A text as it goes in here.
  func fitting(_ text: String) -> String {
    isOneLine && text.contains(where: \.isNewline)
      ? String(text.map { $0.isNewline ? " " : $0 }) : text
  }

  /// Puts a text in the place of a part; the caret stands behind it.
  mutating func put(_ text: String, in range: Range<Int>) {
    let text = fitting(text)
    let range = range.clamped(to: 0..<rope.count)
    rope.replace(range, with: text)
    // A mark joins the character before it, so the caret may have to go behind both.
    caret = boundary(atOrAfter: range.lowerBound + text.utf8.count)
    dropSelection()
    goalColumn = nil
  }

  /// Puts a text in the place of a part, wherever the caret is: it stays in what is left, and goes
  /// to the part's beginning if it was in it. No step of undo comes of it.
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

  /// Moves the caret. The selection grows or ends with it.
  package mutating func move(to offset: Int, isSelecting: Bool = false) {
    let isKept = isSelecting || isMarking
    if !isKept { anchor = nil } else if anchor == nil { anchor = caret }
    caret = snapped(offset)
    goalColumn = nil
  }

  /// Selects a part; the caret stands at its end.
  package mutating func select(_ range: Range<Int>) {
    let start = snapped(range.lowerBound)
    caret = range.isEmpty ? start : boundary(atOrAfter: min(range.upperBound, rope.count))
    anchor = start
    isMarking = false
    goalColumn = nil
  }

  /// What was put in last is no longer to be exchanged either: another field has the keys, or the
  /// text was changed beside the caret.
  package mutating func dropSelection() {
    anchor = nil
    isMarking = false
    yanked = nil
  }

  mutating func turnMark() {
    let wasMarking = isMarking
    dropSelection()
    if !wasMarking {
      isMarking = true
      anchor = caret
    }
  }

  // MARK: Undo

  /// Makes a change a step of undo.
  mutating func record(_ before: EditableText, kind: EditKind) {
    guard history != nil else { return }
    var state = before
    state.history = nil
    history?.record(state, kind: kind, joins: { $0.joins($1) })
  }

  /// The next change begins a new step of undo.
  package mutating func endStep() { history?.endStep() }

  mutating func hold(_ isHeld: Bool) {
    if isHeld { history?.holdStep() } else { history?.releaseStep() }
  }

  mutating func step(isBack: Bool) -> Bool {
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

  // MARK: Places

  /// A place between characters: this one, or the one before it.
  package func snapped(_ offset: Int) -> Int {
    let place = rope.clusterBoundary(atOrBefore: max(0, min(offset, rope.count)))
    return fold?.range(around: place, in: rope)?.lowerBound ?? place
  }

  private func boundary(atOrAfter offset: Int) -> Int {
    let place = rope.clusterBoundary(atOrBefore: offset)
    return place < offset ? rope.clusterEnd(after: place) : place
  }

  /// The place before the character or fold that ends here.
  package func before(_ offset: Int) -> Int {
    if let fold = fold?.range(endingAtOrAround: offset, in: rope) { return fold.lowerBound }
    return rope.clusterStart(before: offset)
  }

  /// The place behind the character or fold that begins here.
  package func after(_ offset: Int) -> Int {
    fold?.range(at: offset, in: rope)?.upperBound ?? rope.clusterEnd(after: offset)
  }
}

extension EditableText: Hashable {
  /// By what is seen: the text, the caret and the selection.
  package static func == (left: EditableText, right: EditableText) -> Bool {
    left.caret == right.caret && left.anchor == right.anchor && left.isMarking == right.isMarking
      && left.rope == right.rope
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rope)
    hasher.combine(caret)
  }
}

// Find and replace.
extension EditableText {
  /// The first place of a phrase that begins at or after an offset and ends before an end.
  package func first(
    _ phrase: SearchPhrase, from offset: Int = 0, to end: Int? = nil
  ) -> Range<Int>? {
    var index = offset
    while let found = rope.firstRange(of: phrase, from: index, to: end) {
      guard isInFold(found) else { return found }
      index = found.upperBound
    }
    return nil
  }

  /// The place of a phrase at or behind an offset, and after the text's end from its beginning.
  package func next(_ phrase: SearchPhrase, from offset: Int) -> Range<Int>? {
    first(phrase, from: offset) ?? (offset > 0 ? first(phrase) : nil)
  }

  /// The place of a phrase before an offset, and before the text's beginning from its end.
  package func previous(_ phrase: SearchPhrase, before offset: Int) -> Range<Int>? {
    var index = offset
    while let found = rope.lastRange(of: phrase, before: index) {
      guard isInFold(found) else { return found }
      index = found.lowerBound
    }
    return offset < rope.count ? previous(phrase, before: rope.count) : nil
  }

  /// Every place of a phrase in a part of the text, or so many.
  package func ranges(
    of phrase: SearchPhrase, in range: Range<Int>? = nil, most: Int = .max
  ) -> [Range<Int>] {
    rope.ranges(of: phrase, in: range, most: most).filter { !isInFold($0) }
  }

  /// What is folded isn't seen: nobody means it.
  private func isInFold(_ range: Range<Int>) -> Bool {
    guard let fold else { return false }
    return fold.range(endingAtOrAround: range.lowerBound + 1, in: rope) != nil
      || fold.range(endingAtOrAround: range.upperBound, in: rope) != nil
  }

  /// Puts a text in the place of each of several parts, which stand in the order of the text.
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

/// A part of a text that is shown as something shorter, and that the caret passes as one
/// character: an opening, a number of hexadecimal digits and a closing sign.
package struct FoldPattern: Hashable, Sendable {
  /// What stands right before the part.
  let before: UInt8
  let opening: [UInt8]
  let digits: Int
  let closing: UInt8

  /// The target of a photo's reference: in `![caption](photo:<64 digits>)`, what is in parentheses.
  package static let photo = FoldPattern(
    before: UInt8(ascii: "]"), opening: Array("(photo:".utf8), digits: 64,
    closing: UInt8(ascii: ")"))

  /// In bytes.
  var length: Int { opening.count + digits + 1 }

  /// The one that begins at a place.
  package func range(at offset: Int, in text: TextRope) -> Range<Int>? {
    guard offset > 0, text.byte(at: offset) == opening[0] else { return nil }
    let bytes = text.bytes(offset - 1..<offset + length)
    return isMatch(bytes[...]) ? offset..<offset + length : nil
  }

  /// The one that a place is in, or that ends there.
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

  /// The one that a place is in, with places before and behind it.
  package func range(around offset: Int, in text: TextRope) -> Range<Int>? {
    range(endingAtOrAround: offset, in: text).flatMap { offset < $0.upperBound ? $0 : nil }
  }

  /// The one that ends at a place.
  package func range(endingAt offset: Int, in text: TextRope) -> Range<Int>? {
    offset >= length ? range(at: offset - length, in: text) : nil
  }

  /// The digits of one.
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
