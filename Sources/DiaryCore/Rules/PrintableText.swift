import Localization
import Markdown
import System

extension StringProtocol {
  /// The text on one line, with nothing in it that a terminal could take for a command: control
  /// characters become `␛`-like symbols or `�`, line ends and tabs a space, and characters that
  /// reorder the text around them are removed. The paths in it are as people read them.
  package var printable: String {
    let text = Path.readable(String(self))
    guard text.unicodeScalars.contains(where: { !$0.isPrintable }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let shown = scalar.shown { result.append(shown) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it may be written to a terminal as it is.
  package var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// What stands for it on one line, `nil` for nothing.
  package var shown: Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
    // U+2400 and on are pictures of the control characters in the same order.
    case 0..<0x20: Unicode.Scalar(0x2400 + value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x202A...0x202E, 0x2066...0x2069: nil
    default: self
    }
  }
}

extension StringProtocol {
  /// Whether nothing but white space is in it.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Whether nothing of it is seen: white space, and characters that are drawn as nothing at all.
  package var isInvisible: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

  /// As much of it as a sentence has room for.
  package var shortened: String { count > 40 ? prefix(39) + "…" : String(self) }

  /// Without the white space at both ends.
  package var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}

extension Unicode.Scalar {
  /// The Braille pattern without dots is a character, though nobody sees it.
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800
  }
}

// What journals and tags are called.
extension String {
  /// Whether two names mean one thing: case and normal form don't matter.
  package func isSameName(as other: String) -> Bool {
    // String equality is canonical equivalence.
    lowercased() == other.lowercased()
  }

  /// Whether it can be a name: something of it can be seen, on one line.
  var isName: Bool {
    !isBlank && utf8.count <= Self.longestName && unicodeScalars.allSatisfy(\.isPrintable)
  }

  /// In bytes: more than any screen shows.
  private static let longestName = 400
}

// MARK: - PlainLine

/// A line of an entry's text without the marks of Markdown, for where it stands alone: in a row of
/// a list, a dialog, a message. Empty for one that has nothing but marks.
package enum PlainLine {
  /// In characters: of a longer line more isn't shown anywhere.
  private static let longest = 1000

  package static func text(of line: some StringProtocol) -> String {
    var rest = Substring(PhotoReference.removed(from: line)).trimmed
    while let shorter = withoutOpening(rest) { rest = shorter }
    return isRule(rest) ? "" : withoutInlineMarks(rest)
  }

  /// Without the mark of a heading, quotation or item that it begins with; `nil` if it has none. The
  /// number of an item is left, for `2026. 11. 20.` is a date.
  private static func withoutOpening(_ text: Substring) -> Substring? {
    if text.first == "#" {
      let rest = text.drop { $0 == "#" }.trimmed
      let end = rest.lastIndex { $0 != "#" }.map { rest.index(after: $0) } ?? rest.startIndex
      let isClosed = end < rest.endIndex && rest[..<end].last?.isWhitespace != false
      return isClosed ? rest[..<end].trimmed : rest
    }
    if text.first == ">" { return text.dropFirst().trimmed }
    for mark in ["[ ]", "[x]", "[X]", "-", "*", "+"] where text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.count)
      if rest.first?.isWhitespace == true { return rest.trimmed }
    }
    return nil
  }

  /// Whether it is a line across the page, or one that code stands below or above.
  private static func isRule(_ text: Substring) -> Bool {
    if text.hasPrefix("```") || text.hasPrefix("~~~") { return true }
    guard let first = text.first, "-*_=".contains(first) else { return text.isEmpty }
    let marks = text.filter { !$0.isWhitespace }
    return marks.count > 2 && marks.allSatisfy { $0 == first }
  }

  private static func withoutInlineMarks(_ text: Substring) -> String {
    guard text.utf8.contains(where: isMark) else { return String(text) }
    let end = text.index(text.startIndex, offsetBy: longest, limitedBy: text.endIndex)
    let (shown, rest) = (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
    // Behind a word, nothing opens a block.
    let lead = "x "
    let markdown = MarkdownText(lead + shown)
    guard !markdown.parts.isEmpty,
      case .paragraph(let inlines)? = markdown.blocks(ofPart: 0).first?.kind
    else { return String(text) }
    return EntryLink.labeled(inlines.plainText.dropFirst(lead.count) + String(rest))
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["),
      UInt8(ascii: "<"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}

// MARK: - DisplayTitle

extension EntryFields {
  /// In characters.
  private static let longestTitle = 5000

  /// What stands for the title on a screen: the title itself, else the content's first line that
  /// has words, without marks of Markdown, else the name of the first photo or attachment; `nil` when
  /// the entry has none of them.
  ///
  /// It is for display only and safe for a terminal; the stored title stays as written.
  package var displayTitle: String? {
    if !title.isInvisible { return String(title.trimmed).printable }
    // Line by line: the first one that has words mostly stands near the beginning. Of a line that is
    // a book no more is looked at than any screen shows.
    var rest = Substring(content)
    while !rest.isEmpty {
      let line = rest.prefix(Self.longestTitle).prefix { !$0.isNewline }
      rest = rest[line.endIndex...].drop { $0.isNewline }
      let words = PlainLine.text(of: line)
      if !words.isInvisible { return words.printable }
    }
    guard let photo = photos.first else { return attachments.first?.name.printable }
    return (photo.caption.isInvisible ? photo.name : photo.caption).printable
  }
}

extension Entry {
  /// Whether it has a title of its own; else the first line of its text stands for one.
  package var hasTitle: Bool { !title.isInvisible }

  /// See `EntryFields.displayTitle`; an entry without anything to show is "Untitled".
  package var displayTitle: String { fields.displayTitle ?? localized("Untitled") }
}

// MARK: - ExactText

extension StringProtocol {
  /// Whether both are written alike, byte for byte. `==` is canonical equivalence, to which the
  /// normal forms of a text are one; what a person saves is kept as it was written.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    // Over generic views, each byte would take several calls.
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension EntryFields {
  /// Whether both say the same and are written alike.
  package func isExactly(_ other: EntryFields) -> Bool {
    self == other && title.isExactly(other.title) && content.isExactly(other.content)
      && zip(tags, other.tags).allSatisfy { $0.isExactly($1) }
      && zip(photos, other.photos).allSatisfy { $0.caption.isExactly($1.caption) }
      && zip(attachments, other.attachments).allSatisfy { $0.name.isExactly($1.name) }
      && details.isExactly(other.details)
  }
}

// MARK: - UTF8Scalar

extension UnsafeBufferPointer<UInt8> {
  /// The scalar that begins at a byte of UTF-8, and where the next one does. One that is cut off at
  /// the end is read as if zeros followed.
  func scalar(at index: Int) -> (scalar: UInt32, next: Int) {
    let first = UInt32(self[index])
    func more(_ offset: Int) -> UInt32 {
      index + offset < count ? UInt32(self[index + offset] & 0x3F) : 0
    }
    let (scalar, length): (UInt32, Int) =
      switch first {
      case ..<0x80: (first, 1)
      case ..<0xE0: ((first & 0x1F) << 6 | more(1), 2)
      case ..<0xF0: ((first & 0x0F) << 12 | more(1) << 6 | more(2), 3)
      default: ((first & 0x07) << 18 | more(1) << 12 | more(2) << 6 | more(3), 4)
      }
    return (scalar, Swift.min(count, index + length))
  }
}

extension [UInt8] {
  /// The offset of the first byte that isn't part of a well-formed character; `nil` for UTF-8.
  package var firstInvalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

// MARK: - Spreading

extension Array {
  /// At most so many of the elements, from all parts of it.
  package func spread(over most: Int) -> [Element] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}
