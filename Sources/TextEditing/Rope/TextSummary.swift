/// What is known of a part of a text without reading it.
struct TextSummary: Hashable, Sendable {
  var bytes = 0
  /// How many line feeds are in it.
  var newlines = 0
  /// How many words: runs of anything but white space. A picture without a caption, as
  /// `![](photo:…)`, is none.
  var words = 0
  /// Those of them that have Korean, Chinese or Japanese in them, and their characters of it.
  var eastAsianWords = 0
  var eastAsianCharacters = 0
  /// What its first and last runs are, for those that go on in the next part.
  var first = Run.space
  var last = Run.space
  /// Whether there is no white space in it.
  var isOneRun = true

  enum Run: Hashable, Sendable {
    case space
    case word, eastAsianWord
    /// A word that isn't counted.
    case picture
  }

  init() {}

  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var place = 0
    var run = Run.space
    func end() {
      if run != .space, run != .picture { words += 1 }
      if run == .eastAsianWord { eastAsianWords += 1 }
    }
    while place < text.count {
      let space = WhiteSpace.length(in: text, at: place)
      if space > 0 {
        if text[place] == 0x0A { newlines += 1 }
        end()
        if isOneRun { first = place == 0 ? .space : run }
        isOneRun = false
        run = .space
        place += space
      } else {
        if run == .space { run = Self.isPicture(text, place) ? .picture : .word }
        if EastAsianText.begins(in: text, at: place), run != .picture {
          eastAsianCharacters += 1
          run = .eastAsianWord
        }
        place += 1
      }
    }
    end()
    last = run
    if isOneRun { first = run }
  }

  private static func isPicture(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place + 4 <= text.count && text[place] == UInt8(ascii: "!")
      && text[place + 1] == UInt8(ascii: "[") && text[place + 2] == UInt8(ascii: "]")
      && text[place + 3] == UInt8(ascii: "(")
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
    guard left.last != .space, right.first != .space else {
      // A part of blanks alone is no run that could go on.
      sum.isOneRun = false
      return sum
    }
    // One word, of which both have a part.
    if right.first != .picture { sum.words -= 1 }
    var joined = left.last
    if right.first == .eastAsianWord {
      if left.last != .word { sum.eastAsianWords -= 1 }
      if left.last == .word { joined = .eastAsianWord }
    }
    if left.isOneRun { sum.first = joined }
    if right.isOneRun { sum.last = joined }
    return sum
  }
}
