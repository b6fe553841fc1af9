import Text

/// The words read in a photo. They are decoded when a search has found them: there may be many
/// photos, and few with the searched word.
package struct PhotoText: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    /// Printable.
    package let text: String
    package let box: PhotoBox

    package init(_ text: String, _ box: PhotoBox) { (self.text, self.box) = (text.printable, box) }
  }

  /// The words joined for searches; empty if there are none.
  private let joined: Substring
  /// For each word its box and the word, separated by tabs, with a slash before the first word of a
  /// line.
  private let words: Substring

  /// The limits for hostile pictures.
  package static let maxWords = 2000
  package static let maxWordLength = 100

  /// Creates the text of a photo from its lines.
  package init(_ lines: [[Word]] = []) {
    joined = HangulJoining(lines.joined().map(\.text)).text[...]
    let parts = lines.map { line in
      "/"
        + line.map { "\($0.box.left) \($0.box.top) \($0.box.right) \($0.box.bottom) \($0.text)" }
        .joined(separator: "\t")
    }
    words = parts.joined(separator: "\t")[...]
  }

  package var isEmpty: Bool { joined.isEmpty }

  // MARK: Storing

  /// The text as stored on one line: the joined words, a tab, and the words with their boxes.
  package var encoded: String { isEmpty ? "" : joined + "\t" + words }

  /// Reads `encoded`, of which the words are checked when they are decoded.
  package init(encoded: Substring) {
    let end = encoded.utf8.firstIndex(of: UInt8(ascii: "\t")) ?? encoded.endIndex
    joined = encoded[..<end]
    words = encoded[end...].dropFirst()
  }

  /// The words, line by line, without those that aren't valid.
  package var lines: [[Word]] {
    var lines: [[Word]] = []
    for var part in words.split(separator: "\t").prefix(Self.maxWords) {
      if part.first == "/" || lines.isEmpty { lines.append([]) }
      if part.first == "/" { part = part.dropFirst() }
      let fields = part.split(separator: " ", maxSplits: 4)
      let sides = fields.prefix(4).compactMap { Int($0) }
      guard fields.count == 5, sides.count == 4 else { continue }
      let box = PhotoBox(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
      lines[lines.count - 1].append(Word(String(fields[4]), box))
    }
    return lines.filter { !$0.isEmpty }
  }
}

/// A part of a picture, in thousandths of its width and height.
package struct PhotoBox: Hashable, Sendable {
  package let left, top, right, bottom: Int

  package static let side = 1000

  /// Creates a box, clipped to the picture and never empty.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = max(0, min(left, Self.side - 1))
    self.top = max(0, min(top, Self.side - 1))
    self.right = max(self.left + 1, min(right, Self.side))
    self.bottom = max(self.top + 1, min(bottom, Self.side))
  }

  func union(_ other: PhotoBox) -> PhotoBox {
    PhotoBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

// MARK: - Matches

extension PhotoText {
  /// A place where a phrase was found in a photo.
  package struct Match: Hashable, Sendable {
    /// The words of the line in which the match begins.
    package let line: String
    /// The words in the line that contain the match.
    package let range: Range<String.Index>
    /// The part of the picture that shows these words.
    package let box: PhotoBox

    fileprivate init(_ words: [Word], found: ClosedRange<Int>) {
      var line = ""
      var (start, end) = (line.startIndex, line.endIndex)
      for (index, word) in words.enumerated() {
        if index > 0 { line += " " }
        if index == found.lowerBound { start = line.endIndex }
        line += word.text
        if index == found.upperBound { end = line.endIndex }
      }
      self.line = line
      range = start..<end
      box = words[found].map(\.box).reduce(words[found.lowerBound].box) { $0.union($1) }
    }
  }

  /// The words to compare with `SearchPhrase.joiningHangul`.
  var folded: FoldedText { FoldedText(String(joined)) }

  /// Returns the matches of a phrase, in the order of the words.
  package func matches(of phrase: SearchPhrase) -> [Match] {
    let phrase = phrase.joiningHangul
    guard !phrase.isEmpty, !isEmpty, folded.contains(phrase) else { return [] }
    let lines = lines
    var joining = HangulJoining()
    var words: [Place] = []
    for (index, line) in lines.enumerated() {
      for (number, word) in line.enumerated() {
        words.append((index, number, joining.append(word.text)))
      }
    }
    let text = joining.text
    return phrase.ranges(in: text).compactMap { range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
      let found = words.filter { $0.bytes.lowerBound < end && $0.bytes.upperBound > start }
      guard let first = found.first else { return nil }
      // A match over two lines is shown in the first one.
      let last = found.last { $0.line == first.line } ?? first
      return Match(lines[first.line], found: first.word...last.word)
    }
  }

  /// A word's line, its index there, and its bytes in the joined text.
  private typealias Place = (line: Int, word: Int, bytes: Range<Int>)
}

extension SearchPhrase {
  /// The phrase without spaces between Hangul.
  var joiningHangul: SearchPhrase {
    let joined = HangulJoining(text.split(whereSeparator: \.isWhitespace).map(String.init))
    return joined.text == text
      ? self : SearchPhrase(joined.text, isExact: isExact, accents: keepsAccents ? .all : .ignored)
  }
}

/// Joins words with spaces, except between two that end and begin with Hangul, because spaces are
/// often read where a Korean word has none.
private struct HangulJoining {
  private(set) var text = ""

  init(_ words: [String] = []) { for word in words { _ = append(word) } }

  /// Appends a word. Returns its bytes in the text.
  mutating func append(_ word: String) -> Range<Int> {
    if let last = text.unicodeScalars.last, let first = word.unicodeScalars.first,
      !Self.isHangul(last) || !Self.isHangul(first)
    {
      text += " "
    }
    let start = text.utf8.count
    text += word
    return start..<text.utf8.count
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAC00...0xD7A3, 0x3131...0x318E, 0x1100...0x11FF: true
    default: false
    }
  }
}

// MARK: - Reading

/// The reason why the words in a photo couldn't be read.
package enum PhotoTextError: Error, Hashable, Sendable {
  /// The photo can't be decoded. It is the same next time.
  case photo(PictureProblem)
  /// The reading program failed at the photo, or took too long.
  case program(PhotoTextFailure)
  /// Nothing can be read now: the file is missing, a program can't start, or the task was canceled.
  case unavailable
}

/// The way in which the reading program failed.
package enum PhotoTextFailure: Hashable, Sendable {
  /// Used more processor time than it may.
  case tookTooLong
  /// Took too long, maybe because the machine is busy.
  case timedOut
  case crashed
  /// Exited with an error, or with an answer that isn't one.
  case failed
}

/// Reads the words in the photo at a path.
package typealias PhotoTextReader =
  @Sendable (_ photo: Photo, _ path: String) async throws(PhotoTextError) -> PhotoText
