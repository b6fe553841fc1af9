import DiaryCore

/// Where a link leads: into the export, or to an address that is safe to follow.
struct Link: Hashable {
  let text: String

  /// A place in the same page.
  init(_ anchor: Anchor) { text = "#" + anchor.text }

  /// Another file of the export, as seen from one of its pages.
  init(to file: ExportPath, from page: ExportPath, at anchor: Anchor? = nil) {
    var text = ""
    // Byte by byte, as names are told on Linux.
    if page.folder.map({ Array($0.utf8) }) != file.folder.map({ Array($0.utf8) }) {
      if page.folder != nil { text += "../" }
      if let folder = file.folder { text += Self.encoded(folder) + "/" }
    }
    text += Self.encoded(file.name)
    if let anchor { text += "#" + anchor.text }
    self.text = text
  }

  /// An address that a person wrote: `nil` unless it is one of the web or of mail. Others, as
  /// `javascript:`, may do more than lead somewhere.
  init?(external address: String) {
    let trimmed = address.trimmed
    guard let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = trimmed[colon...].dropFirst()
    switch trimmed[..<colon].lowercased() {
    case "http", "https":
      // Behind it a name must follow: `https:page` is a page beside this one.
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

  /// An address with what may not stand in one encoded.
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

/// A place in a page that a link can lead to. Letters, digits and `-` alone.
struct Anchor: Hashable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// A place that the program names.
  static func fixed(_ name: StaticString) -> Self { Self("\(name)") }
  static func entry(_ id: ID<Entry>) -> Self { Self("e-\(id)") }
  static func day(_ day: CalendarDay) -> Self { Self("day-\(day)") }
  static func month(_ day: CalendarDay) -> Self { Self("month-\(day.description.dropLast(3))") }
  /// A footnote of an entry, in a part of its text.
  static func footnote(_ number: Int, part: Int, of id: ID<Entry>) -> Self {
    Self("n-\(id)-\(part)-\(number)")
  }
}
