import DiaryCore

/// Writes HTML or XML. Names of elements and attributes are literals, and all other text is
/// escaped, so that user text can't become markup.
struct HTML {
  private(set) var bytes: [UInt8] = []

  /// Writes an element with its content.
  mutating func element(
    _ name: StaticString, _ attributes: HTMLAttribute?..., content: (inout HTML) -> Void
  ) {
    open(name, attributes)
    content(&self)
    close(name)
  }

  /// Writes an element that contains only text.
  mutating func element(_ name: StaticString, _ attributes: HTMLAttribute?..., text: String) {
    open(name, attributes)
    self.text(text)
    close(name)
  }

  /// Writes a void element such as `img`.
  mutating func void(_ name: StaticString, _ attributes: HTMLAttribute?...) {
    open(name, attributes)
  }

  mutating func text(_ text: String) { HTMLEscaping.append(text, to: &bytes) }

  /// Appends markup without escaping it.
  mutating func append(_ other: HTML) { bytes += other.bytes }

  /// Writes a line end, to make the source readable.
  mutating func line() { bytes.append(0x0A) }

  /// Writes an XML declaration. Void elements aren't valid in XML.
  mutating func declaration() {
    raw("<?xml")
    raw(" version=\"1.0\"?>\n")
  }

  /// Writes the HTML document type.
  mutating func documentType() { raw("<!DOCTYPE html>\n") }

  private mutating func open(_ name: StaticString, _ attributes: [HTMLAttribute?]) {
    raw("<")
    raw(name)
    for case .some(let attribute) in attributes {
      raw(" ")
      raw(attribute.name)
      guard let value = attribute.value else { continue }
      raw("=\"")
      HTMLEscaping.append(value, to: &bytes)
      raw("\"")
    }
    raw(">")
  }

  private mutating func close(_ name: StaticString) {
    raw("</")
    raw(name)
    raw(">")
  }

  private mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}

/// An attribute of an element. Attributes with URLs require a `Link`, so that user text can't
/// become a URL without a check.
struct HTMLAttribute {
  let name: StaticString
  /// The value; `nil` for a Boolean attribute such as `hidden`.
  let value: String?

  private init(_ name: StaticString, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  static func `class`(_ names: StaticString) -> Self { Self("class", "\(names)") }
  static func id(_ anchor: Anchor) -> Self { Self("id", anchor.text) }
  static func href(_ link: Link) -> Self { Self("href", link.text) }
  static func src(_ link: Link) -> Self { Self("src", link.text) }
  static func poster(_ link: Link) -> Self { Self("poster", link.text) }
  static func action(_ link: Link) -> Self { Self("action", link.text) }
  static func alt(_ text: String) -> Self { Self("alt", text) }
  static func title(_ text: String) -> Self { Self("title", text) }
  static func label(_ text: String) -> Self { Self("aria-label", text) }
  static func placeholder(_ text: String) -> Self { Self("placeholder", text) }
  static func lang(_ language: String) -> Self { Self("lang", language) }
  static func datetime(_ date: String) -> Self { Self("datetime", date) }
  static func content(_ text: String) -> Self { Self("content", text) }
  static func width(_ pixels: Int) -> Self { Self("width", "\(pixels)") }
  static func height(_ pixels: Int) -> Self { Self("height", "\(pixels)") }
  /// Returns an attribute with integers, separated by spaces.
  static func numbers(_ name: StaticString, _ values: Int...) -> Self {
    Self(name, values.map(String.init).joined(separator: " "))
  }
  static func path(_ path: MapPath) -> Self { Self("d", path.text) }
  static func value(_ number: Int) -> Self { Self("value", "\(number)") }
  static func most(_ number: Int) -> Self { Self("max", "\(number)") }
  static func start(_ number: Int) -> Self { Self("start", "\(number)") }
  static func labeled(by anchor: Anchor) -> Self { Self("aria-labelledby", anchor.text) }
  static func `for`(_ anchor: Anchor) -> Self { Self("for", anchor.text) }
  /// Returns an attribute with any text, for example data for the site's script.
  static func data(_ name: StaticString, _ text: String) -> Self { Self(name, text) }
  /// Returns an attribute with a constant value.
  static func fixed(_ name: StaticString, _ value: StaticString) -> Self {
    Self(name, "\(value)")
  }
  static func flag(_ name: StaticString) -> Self { Self(name) }
}

/// Escapes text for the content of elements and for quoted attribute values.
enum HTMLEscaping {
  /// Appends escaped text. Characters that HTML doesn't allow, such as control characters, become
  /// `�`.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { characters in
      // Runs of unescaped bytes are copied together.
      var start = 0
      var index = 0
      while index < characters.count {
        guard isSuspect[Int(characters[index])],
          let (replacement, length) = replacement(at: index, in: characters)
        else {
          index += 1
          continue
        }
        bytes.append(contentsOf: characters[start..<index])
        replacement.withUTF8Buffer { bytes.append(contentsOf: $0) }
        index += length
        start = index
      }
      bytes.append(contentsOf: characters[start...])
    }
  }

  /// The bytes that `replacement` must examine, by value.
  private static let isSuspect: [Bool] = (0..<256).map { byte in
    byte < 0x20 && byte != 0x09 && byte != 0x0A
      || [0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0xC2].contains(byte) || byte >= 0xEF
  }

  /// Returns the replacement for the character at `index`, and the character's length in bytes;
  /// `nil` if it needs no escape.
  private static func replacement(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (StaticString, Int)? {
    switch bytes[index] {
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    case UInt8(ascii: "'"): ("&#39;", 1)
    case 0x0D:
      // A CR LF becomes its LF.
      index + 1 < bytes.count && bytes[index + 1] == 0x0A ? ("", 1) : ("\n", 1)
    case ..<0x20, 0x7F: ("\u{FFFD}", 1)
    // U+0080 to U+009F, which are C2 80 to C2 9F in UTF-8, are control characters.
    case 0xC2 where bytes[index + 1] < 0xA0: ("\u{FFFD}", 2)
    // U+FDD0 to U+FDEF, U+FFFE and U+FFFF are noncharacters.
    case 0xEF where bytes[index + 1] == 0xB7 && 0x90...0xAF ~= bytes[index + 2]: ("\u{FFFD}", 3)
    case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: ("\u{FFFD}", 3)
    // The last two code points of every other plane are noncharacters, too.
    case 0xF0...
    where bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE:
      ("\u{FFFD}", 4)
    default: nil
    }
  }
}

/// The target of a link: a file of the export, or an external URL that is safe to follow.
struct Link: Hashable {
  let text: String

  /// Links to an anchor on the same page.
  init(_ anchor: Anchor) { text = "#" + anchor.text }

  /// Links to a file of the export by its path relative to a page.
  init(to file: ExportPath, from page: ExportPath, at anchor: Anchor? = nil) {
    var text = ""
    // `String` would compare canonically equivalent names as equal, but file names are bytes.
    if page.folder.map({ Array($0.utf8) }) != file.folder.map({ Array($0.utf8) }) {
      if page.folder != nil { text += "../" }
      if let folder = file.folder { text += Self.encoded(folder) + "/" }
    }
    text += Self.encoded(file.name)
    if let anchor { text += "#" + anchor.text }
    self.text = text
  }

  /// Links to a URL written by a user; `nil` unless its scheme is `http`, `https` or `mailto`.
  /// Other schemes, such as `javascript:`, may run code.
  init?(external address: String) {
    let trimmed = address.trimmed
    guard let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = trimmed[colon...].dropFirst()
    switch trimmed[..<colon].lowercased() {
    case "http", "https":
      // A host is required, because browsers take `https:page` for a relative URL.
      guard rest.utf8.starts(with: "//".utf8), rest.utf8.count > 2 else { return nil }
    case "mailto": guard !rest.isEmpty else { return nil }
    default: return nil
    }
    text = Self.tidied(String(trimmed))
  }

  private static let plain = Set("-._~".utf8)

  private static func encoded(_ name: String) -> String {
    name.percentEncoded { plain.contains($0) }
  }

  /// Returns a URL with invalid characters percent-encoded.
  private static func tidied(_ address: String) -> String {
    let bytes = Array(address.utf8)
    let marks = Set("-._~:/?#[]@!$&'()*+,;=".utf8)
    func isEncoded(_ place: Int) -> Bool {
      place + 2 < bytes.count
        && bytes[place + 1...place + 2].allSatisfy { hexadecimalValue(of: $0) != nil }
    }
    var place = -1
    return address.percentEncoded { byte in
      place += 1
      return marks.contains(byte) || byte == UInt8(ascii: "%") && isEncoded(place)
    }
  }
}

/// The `id` of an element that links can lead to. It consists of letters, digits and `-`.
struct Anchor: Hashable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// Returns an anchor with a constant name.
  static func fixed(_ name: StaticString) -> Self { Self("\(name)") }
  static func entry(_ id: ID<Entry>) -> Self { Self("e-\(id)") }
  static func day(_ day: CalendarDay) -> Self { Self("day-\(day)") }
  static func month(_ day: CalendarDay) -> Self { Self("month-\(day.description.dropLast(3))") }
  /// Returns the anchor of a footnote in a part of an entry's text.
  static func footnote(_ number: Int, part: Int, of id: ID<Entry>) -> Self {
    Self("n-\(id)-\(part)-\(number)")
  }
}

/// Detects the language of user text by its letters. Browsers use it for line breaks, fonts and
/// speech.
enum TextLanguage {
  /// The number of bytes to examine.
  private static let longest = 2000

  /// Returns the language `ko` for text that is mostly Hangul; `nil` for all other text.
  static func of(_ text: String) -> HTMLAttribute? {
    var hangul = 0
    var others = 0
    for byte in text.utf8.prefix(longest) {
      switch byte {
      // The first byte of most Hangul syllables and of few other characters.
      case 0xEA...0xED: hangul += 1
      case 0x41...0x5A, 0x61...0x7A, 0xC3...0xE9: others += 1
      default: break
      }
    }
    // A syllable is as long as two or three letters.
    return hangul * 2 > others ? .lang("ko") : nil
  }
}
