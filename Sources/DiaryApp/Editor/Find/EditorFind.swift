import TerminalUI
import TextEditing

/// A phrase that is looked for in the text of the editor, and perhaps replaced.
struct EditorFind: Hashable, Sendable {
  var phrase: TextField
  /// What comes in its place; `nil` where it is only looked for.
  var replacement: TextField?
  /// Whether the replacement is being typed rather than the phrase.
  var isInReplacement = false
  /// Whether each place is asked about.
  var isAsking = false
  /// How many were replaced by now.
  var replaced = 0
  /// Where the caret was when the search began; all places from there on, and round again, are
  /// looked at.
  var start: Int
  /// Whether the places before that are being looked at, after the text's end.
  var isAround = false
  /// The place that is selected.
  var match: Range<Int>?
  /// All places, where they are few enough to be counted.
  var places: TextMatches?
  /// Whether Enter ends it, as in vi, rather than going on to the next place.
  var endsWithEnter = false

  init(_ phrase: String, from start: Int) {
    self.phrase = TextField(phrase)
    self.start = start
    selectPhrase()
  }

  var wanted: SearchPhrase? { SearchPhrase(phrase.text) }

  /// The next letter takes the place of the phrase of the last time.
  private mutating func selectPhrase() {
    var ring = KillRing()
    _ = phrase.apply(.selectAll, &ring)
  }

  /// Where to look for the next place that is asked about.
  func next(in text: EditableText, from offset: Int) -> (match: Range<Int>, isAround: Bool)? {
    guard let wanted else { return nil }
    if !isAround, let match = text.first(wanted, from: offset) { return (match, false) }
    return text.first(wanted, from: isAround ? offset : 0, to: start).map { ($0, true) }
  }

  /// All places that are still to be asked about, in the order of the text.
  func rest(in text: EditableText, from offset: Int) -> [Range<Int>] {
    guard let wanted else { return [] }
    if isAround { return text.ranges(of: wanted, in: offset..<max(offset, start)) }
    return text.ranges(of: wanted, in: 0..<min(start, offset))
      + text.ranges(of: wanted, in: offset..<max(offset, text.rope.count))
  }

  /// Whether the phrase is still where it was found: photos may have come into the text meanwhile.
  func isThere(_ match: Range<Int>, in text: EditableText) -> Bool {
    wanted.flatMap { text.first($0, from: match.lowerBound, to: match.upperBound) } == match
  }

  /// A place has been replaced.
  mutating func replaced(_ match: Range<Int>, with text: String) {
    replaced += 1
    // The search ends where it began, wherever that is by now.
    if match.upperBound <= start { start += text.utf8.count - match.count }
  }
}
