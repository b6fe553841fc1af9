/// What is known of a part of a text without reading it.
struct TextSummary: Hashable, Sendable {
  var bytes = 0
  /// How many line feeds are in it.
  var newlines = 0
  /// How many words: runs of anything but white space. A picture without a caption, as
  /// `![](photo:…)`, is none.
  var words = 0
  /// Those of them that have Korean, Chinese or Japanese in them.
  var eastAsianWords = 0
  /// Characters of Korean, Chinese and Japanese.
  var eastAsianCharacters = 0
  /// What its first and last runs are, for those that go on in the next part.
  private var first = Run()
  private var last = Run()
  /// Whether there is no white space in it.
  private var isOneRun = true

  /// What is known of a run of anything but white space; nothing, of white space.
  private struct Run: Hashable {
    /// `![](`
    private static let picture: UInt32 = 0x215B_5D28
    private static let longestLead: UInt8 = 4

    /// Its first bytes, as many as tell a picture.
    private var lead: UInt32 = 0
    private var leadCount: UInt8 = 0
    var isEastAsian = false

    var isSpace: Bool { leadCount == 0 }
    var words: Int { isSpace || leadCount == Self.longestLead && lead == Self.picture ? 0 : 1 }
    var eastAsianWords: Int { isEastAsian ? words : 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      guard leadCount < Self.longestLead else { return }
      lead = lead << 8 | UInt32(byte)
      leadCount += 1
    }

    /// One run, of which the other is the end.
    func joined(_ other: Run) -> Run {
      var run = self
      for index in (0..<other.leadCount).reversed() {
        run.append(UInt8(truncatingIfNeeded: other.lead >> (8 * UInt32(index))))
      }
      run.isEastAsian = isEastAsian || other.isEastAsian
      return run
    }
  }

  init() {}

  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var index = 0
    var run = Run()
    while index < text.count {
      let space = WhiteSpace.length(in: text, at: index)
      if space > 0 {
        if text[index] == 0x0A { newlines += 1 }
        count(run)
        if isOneRun { first = run }
        isOneRun = false
        run = Run()
        index += space
      } else {
        run.append(text[index])
        if EastAsianText.begins(in: text, at: index) {
          eastAsianCharacters += 1
          run.isEastAsian = true
        }
        index += 1
      }
    }
    count(run)
    last = run
    if isOneRun { first = run }
  }

  private mutating func count(_ run: Run) {
    words += run.words
    eastAsianWords += run.eastAsianWords
  }

  /// Of two parts, one behind the other.
  static func + (left: TextSummary, right: TextSummary) -> TextSummary {
    guard left.bytes > 0 else { return right }
    guard right.bytes > 0 else { return left }
    var sum = left
    sum.bytes += right.bytes
    sum.newlines += right.newlines
    sum.words += right.words
    sum.eastAsianWords += right.eastAsianWords
    sum.eastAsianCharacters += right.eastAsianCharacters
    sum.last = right.last
    sum.isOneRun = left.isOneRun && right.isOneRun
    // One word, of which both may have a part.
    let joined = left.last.joined(right.first)
    sum.words += joined.words - left.last.words - right.first.words
    sum.eastAsianWords +=
      joined.eastAsianWords - left.last.eastAsianWords - right.first.eastAsianWords
    if left.isOneRun { sum.first = joined }
    if right.isOneRun { sum.last = joined }
    return sum
  }
}
