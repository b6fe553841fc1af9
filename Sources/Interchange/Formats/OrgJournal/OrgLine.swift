import DiaryCore

/// What stands in a line of Org, as Markdown: words that are marked, and links.
struct OrgLine {
  private static let marks: [Character: String] = [
    "*": "**", "/": "*", "+": "~~", "=": "`", "~": "`",
  ]
  /// What may stand before a mark that begins, and behind one that ends.
  private static let before: Set<Character> = [" ", "\t", "-", "(", "{", "'", "\"", "“", "‘", "["]
  private static let after: Set<Character> = [
    " ", "\t", "-", ".", ",", ";", ":", "!", "?", "'", ")", "}", "]", "\"", "”", "’", "…", "\\",
  ]
  /// In characters: one that is longer marks nothing.
  private static let longest = 1000

  private let characters: [Character]
  private let image: (String, String) -> String?
  /// The index at which the last `]]` begins, or -1.
  private let lastClose: Int
  private var result = ""
  private var words = ""

  static func markdown(
    of text: String, image: (String, String) -> String? = { _, _ in nil }
  ) -> String {
    guard text.utf8.contains(where: { "*/+=~[_`<\\".utf8.contains($0) }) else { return text }
    return withoutActuallyEscaping(image) { image in
      var line = OrgLine(Array(text), image)
      line.read()
      return line.result
    }
  }

  private init(_ characters: [Character], _ image: @escaping (String, String) -> String?) {
    self.characters = characters
    self.image = image
    lastClose =
      characters.indices.dropLast().last { characters[$0] == "]" && characters[$0 + 1] == "]" }
      ?? -1
  }

  private mutating func read() {
    var index = 0
    while index < characters.count {
      if let next = readLink(at: index) ?? readMarked(at: index) {
        index = next
      } else {
        words.append(characters[index])
        index += 1
      }
    }
    endWords()
  }

  private mutating func endWords() {
    result += PlainMarkdown.escaped(words, after: result.utf8.last ?? 0x20)
    words = ""
  }

  /// `[[address][words]]` and `[[address]]`. Where it ends.
  private mutating func readLink(at start: Int) -> Int? {
    guard characters[start...].starts(with: "[[") else { return nil }
    let limit = min(characters.count, start + Self.longest)
    guard let close = characters[(start + 2)..<limit].firstIndex(of: "]"), close + 1 < limit else {
      return nil
    }
    var address = String(characters[(start + 2)..<close])
    var label = ""
    var end = close + 1
    if characters[end] == "[" {
      // Words may have brackets, too.
      guard end + 2 <= limit, end < lastClose,
        let last = (end + 1..<limit - 1).first(where: {
          characters[$0] == "]" && characters[$0 + 1] == "]"
        })
      else { return nil }
      let inner = characters[last...].prefix { $0 == "]" }.count - 2
      label = String(characters[(end + 1)..<(last + inner)])
      end = last + inner + 1
    }
    guard characters[end] == "]", !address.isBlank else { return nil }
    var isFile = ["./", "../", "/", "~/"].contains { address.hasPrefix($0) }
    for scheme in ["file:", "attachment:"] where address.hasPrefix(scheme) {
      address = String(address.dropFirst(scheme.count))
      // A place in the file may follow.
      if let place = address.firstRange(of: "::") { address = String(address[..<place.lowerBound]) }
      isFile = true
    }
    endWords()
    if isFile, let markdown = image(address, label) {
      result += markdown
    } else if !isFile, !address.hasScheme, !"#*".contains(address.first ?? "#") {
      // A page or a heading, by its name.
      let isCalled = label.isEmpty || label == address
      result += isCalled ? "[[\(address)]]" : "\(PlainMarkdown.escaped(label)) ([[\(address)]])"
    } else {
      result += MarkdownInlines.link(label, to: address)
    }
    return end + 1
  }

  /// `*bold*` and the like. Where it ends.
  private mutating func readMarked(at start: Int) -> Int? {
    let mark = characters[start]
    guard let markdown = Self.marks[mark],
      start == 0 || Self.before.contains(characters[start - 1]),
      start + 2 < characters.count, !characters[start + 1].isWhitespace
    else { return nil }
    let limit = min(characters.count, start + Self.longest)
    for end in (start + 2)..<limit
    where characters[end] == mark && !characters[end - 1].isWhitespace
      && (end + 1 == characters.count || Self.after.contains(characters[end + 1]))
    {
      endWords()
      let inner = String(characters[(start + 1)..<end])
      if markdown == "`" {
        result += inner.contains("`") ? "`` \(inner) ``" : "`\(inner)`"
      } else {
        result += markdown + Self.markdown(of: inner, image: image) + markdown
      }
      return end + 1
    }
    return nil
  }
}
