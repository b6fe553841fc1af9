/// What is known of a part of a text without reading it.
struct TextSummary: Hashable, Sendable {
  var bytes = 0
  /// How many line feeds are in it.
  var newlines = 0
  /// How many words: runs of anything but white space. A picture without a caption, as
  /// `![](photo:…)`, is none.
  var words = 0
  /// How its first and last words count, for words that go on in the next part.
  var first = Edge.space
  var last = Edge.space

  enum Edge: Hashable, Sendable {
    case space
    /// A word, or part of one, that is counted.
    case word
    /// One that isn't.
    case picture
  }

  init() {}

  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var place = 0
    var isFirst = true
    while place < text.count {
      let space = WhiteSpace.length(in: text, at: place)
      if space > 0 {
        if text[place] == 0x0A { newlines += 1 }
        last = .space
        place += space
      } else {
        if last == .space {
          last = Self.isPicture(text, place) ? .picture : .word
          if last == .word { words += 1 }
          if isFirst { first = last }
        }
        place += 1
      }
      isFirst = false
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
    if left.last != .space, right.first == .word { sum.words -= 1 }
    // One word through all of the right part is still the left one's.
    sum.last = right.last
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
