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
        if text[place] >= 0xE3, Self.isEastAsian(text, place), run != .picture {
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

  /// Whether a character of Hangul, Kana or Han begins there.
  private static func isEastAsian(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    switch text[place] {
    case 0xE3: place + 1 < text.count && text[place + 1] >= 0x81
    case 0xE4...0xED: true
    default: false
    }
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

/// White space in UTF-8.
enum WhiteSpace {
  /// How many bytes of white space begin at a place: those of one scalar, or none.
  @inline(__always)
  static func length(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    let byte = text[place]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte == 0xC2 || (0xE1...0xE3).contains(byte) else { return 0 }
    return rareLength(in: text, at: place)
  }

  private static func rareLength(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    func next(_ distance: Int) -> UInt8 {
      place + distance < text.count ? text[place + distance] : 0
    }
    switch (text[place], next(1), next(2)) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }
}
