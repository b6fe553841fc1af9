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
