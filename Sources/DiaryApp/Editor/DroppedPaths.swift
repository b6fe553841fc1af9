import DiaryCore

/// The paths that a paste may be, if it is files that were dropped on the terminal.
///
/// Terminals write them each in their own way, with blanks or line ends between them: VTE and foot
/// in single quotes, Windows Terminal in single or double ones, iTerm2 and WezTerm with backslashes,
/// Konsole quoted where a shell needs it, kitty and Alacritty as they are. File managers copy
/// `file://` URIs. So a text may be read in several ways; which one was meant is known by whether
/// there are such files.
package struct DroppedPaths: Hashable, Sendable {
  /// Absolute paths of photos, by their names; the likeliest reading first.
  let readings: [[String]]

  /// In bytes: longer pastes are texts.
  private static let longest = 1 << 16
  private static let most = 1000
  /// Linux takes no longer path.
  private static let longestPath = 4096

  /// `nil` when the text can't be photos' paths, however it is read. `~` is the home folder.
  init?(_ text: String, home: String) {
    guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else { return nil }
    let trimmed = String(text.trimmed)
    guard let first = trimmed.first, "/~'\"fF\\".contains(first) else { return nil }
    let lines = trimmed.split(whereSeparator: \.isNewline).map { String($0.trimmed) }
      .filter { !$0.isEmpty }
    let spellings: [[String]?] = [
      Self.words(of: trimmed), lines, lines.flatMap(Self.pathsWithBlanks),
      lines.map(Self.unwrapped),
    ]
    var readings: [[String]] = []
    for case .some(let spelling) in spellings where (1...Self.most).contains(spelling.count) {
      let paths = spelling.compactMap { Self.path($0, home: home) }
      if paths.count == spelling.count, !readings.contains(paths) { readings.append(paths) }
    }
    guard !readings.isEmpty else { return nil }
    self.readings = readings
  }

  /// An absolute path that ends like a photo's; `nil` for anything else.
  private static func path(_ word: String, home: String) -> String? {
    var path = word
    if let url = fileURL(word) {
      path = url
    } else if word.hasPrefix("~/") {
      path = home + word.dropFirst()
    }
    guard path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < longestPath,
      MediaType.isPhoto(named: path) || MediaType(ofFileNamed: path).isMedia
    else {
      return nil
    }
    return path
  }

  /// The path of a `file:` URI (RFC 8089) of this machine; `nil` for anything else.
  private static func fileURL(_ word: String) -> String? {
    guard word.prefix(5).lowercased() == "file:" else { return nil }
    var rest = word.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    var bytes: [UInt8] = []
    var encoded = Array(rest.utf8)[...]
    while let byte = encoded.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = encoded.popFirst().flatMap(hexadecimalValue(of:)),
        let low = encoded.popFirst().flatMap(hexadecimalValue(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The words that a shell would read; `nil` when a quote isn't closed.
  private static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text[...]
    // In place: a copy for each character of a long text would take long.
    func add(_ character: Character) {
      if word?.append(character) == nil { word = String(character) }
    }
    while let character = characters.popFirst() {
      switch (character, quote) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case ("\\", nil):
        // Nothing stands behind it: the paste was cut.
        guard let next = characters.popFirst() else { return nil }
        add(next)
      case ("\\", "\""):
        guard let next = characters.first else { return nil }
        if "\"\\$`".contains(next) {
          characters.removeFirst()
          add(next)
        } else {
          add("\\")
        }
      case (_, nil) where character.isWhitespace:
        if let done = word { words.append(done) }
        word = nil
      default: add(character)
      }
    }
    guard quote == nil else { return nil }
    if let done = word { words.append(done) }
    return words
  }

  /// Paths with blanks in them, as they are, on one line: each begins at the root.
  private static func pathsWithBlanks(_ line: String) -> [String] {
    var paths: [String] = []
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      if paths.isEmpty || part.hasPrefix("/") || part.hasPrefix("file:") {
        paths.append(String(part))
      } else {
        paths[paths.count - 1] += " " + part
      }
    }
    return paths.map { String($0.trimmed) }
  }

  /// Without quotes around it that a terminal put there without regard to those within.
  private static func unwrapped(_ line: String) -> String {
    guard line.count > 2, let first = line.first, "'\"".contains(first), line.last == first else {
      return line
    }
    return String(line.dropFirst().dropLast())
  }
}
