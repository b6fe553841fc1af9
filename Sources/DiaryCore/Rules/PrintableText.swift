import System
import Text

extension StringProtocol {
  /// The text on one line, safe for a terminal: control characters become symbols like `␛` or `�`,
  /// line ends and tabs become spaces, and characters that reorder text are removed. Paths in it
  /// are made readable.
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
  /// `true` if the scalar may be written to a terminal unchanged.
  package var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// The replacement on one line; `nil` if the scalar is removed.
  package var shown: Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
    // U+2400 and the following are symbols of the control characters in the same order.
    case 0..<0x20: Unicode.Scalar(0x2400 + value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x202A...0x202E, 0x2066...0x2069: nil
    default: self
    }
  }
}

extension StringProtocol {
  /// `true` if the text only contains white space.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// `true` if the text only contains white space and characters that have no visible shape.
  package var isInvisible: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

  /// The text limited to 40 characters, for use in a sentence.
  package var shortened: String { count > 40 ? prefix(39) + "…" : String(self) }

  /// The text without white space at both ends.
  package var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}

extension Unicode.Scalar {
  /// The Braille pattern without dots is a visible character by its properties.
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800
  }
}

// Names of journals and tags.
extension String {
  /// Returns whether two names are the same, ignoring case and normal form.
  package func isSameName(as other: String) -> Bool {
    // String equality is canonical equivalence.
    lowercased() == other.lowercased()
  }

  /// `true` if the text is a valid name: not blank, on one line and not too long.
  var isName: Bool {
    !isBlank && utf8.count <= Self.maxNameLength && unicodeScalars.allSatisfy(\.isPrintable)
  }

  /// In bytes.
  private static let maxNameLength = 400
}

// MARK: - PlainLine

/// Removes the Markdown from a line of an entry's text for lists, dialogs and messages. The result
/// is empty if the line only contains markup.
package enum PlainLine {
  /// In characters; Markdown after this is kept.
  private static let longest = 1000

  /// Returns the line without Markdown, not yet safe for a terminal.
  package static func text(of line: some StringProtocol) -> String {
    var rest = Substring(PhotoReference.removed(from: line)).trimmed
    while let shorter = withoutOpening(rest) { rest = shorter }
    return isRule(rest) ? "" : withoutInlineMarks(rest)
  }

  /// Removes a leading heading, quotation or list marker; `nil` if there is none. Numbers of list
  /// items are kept: `2026. 11. 20.` is a date.
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

  /// Returns whether the line is a thematic break, an underline or a code fence.
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
    // After a word, no marker begins a block.
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
  private static let maxTitleLength = 5000

  /// The title for display: the title itself, or the first line of the content that contains text,
  /// without Markdown, or the caption of the first photo, or the place or day of photos without
  /// text, or the name of the first attachment. `nil` if the entry has none of these.
  ///
  /// Safe for a terminal. The stored title isn't changed.
  package var displayTitle: String? {
    titleWithoutDay ?? (photos.isEmpty && attachments.isEmpty ? nil : DateText.long(date.day))
  }

  /// `displayTitle`, or `nil` if it would be the day.
  fileprivate var titleWithoutDay: String? {
    if !title.isInvisible { return String(title.trimmed).printable }
    // The first line with text is usually near the beginning. Limit the length of a line in case it
    // is a book.
    var rest = Substring(content)
    while !rest.isEmpty {
      let line = rest.prefix(Self.maxTitleLength).prefix { !$0.isNewline }
      rest = rest[line.endIndex...].drop { $0.isNewline }
      let words = PlainLine.text(of: line)
      if !words.isInvisible { return words.printable }
    }
    if let photo = photos.first {
      if !photo.caption.isInvisible { return photo.caption.printable }
    } else {
      guard let file = attachments.first else { return nil }
      if !file.type.isMedia { return file.name.printable }
    }
    // Names such as IMG_0042.jpg or VID_0043.mp4 say nothing.
    return details.placeName?.printable
  }
}

extension Entry {
  /// `true` if the entry has a title itself; otherwise its first line is shown.
  package var hasTitle: Bool { !title.isInvisible }

  /// See `EntryFields.displayTitle`; "Untitled" if there is nothing to show.
  package var displayTitle: String { fields.displayTitle ?? localized("Untitled") }

  /// The title for a row that shows the day: `displayTitle`, or the number of photos instead of the
  /// day.
  package var rowTitle: String {
    fields.titleWithoutDay
      ?? (photos.isEmpty ? localized("Untitled") : CountText.photos(photos.count))
  }
}

// MARK: - Exact comparison

extension StringProtocol {
  /// Returns whether both are equal, byte for byte. `==` is canonical equivalence, which ignores
  /// normal forms; saving keeps a text as it was typed.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    // Generic views would need several calls per byte.
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension EntryFields {
  /// Returns whether both are equal, byte for byte.
  package func isExactly(_ other: EntryFields) -> Bool {
    self == other && title.isExactly(other.title) && content.isExactly(other.content)
      && zip(tags, other.tags).allSatisfy { $0.isExactly($1) }
      && zip(photos, other.photos).allSatisfy { $0.caption.isExactly($1.caption) }
      && zip(attachments, other.attachments).allSatisfy { $0.name.isExactly($1.name) }
      && details.isExactly(other.details)
  }
}

// MARK: - UTF-8

extension UnsafeBufferPointer<UInt8> {
  /// Decodes the scalar at a byte of UTF-8; also returns the position of the next. Missing bytes of
  /// a truncated scalar are read as zeros.
  package func scalar(at index: Int) -> (scalar: UInt32, next: Int) {
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
  /// The offset of the first byte that isn't well-formed UTF-8; `nil` if there is none.
  package var firstInvalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

// MARK: - Sampling

extension Array {
  /// Returns at most `most` elements, evenly distributed.
  package func spread(over most: Int) -> [Element] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}
