import DiaryCore

/// The tags that stand in an entry of jrnl, as `@walk`: behind white space, letters, digits and
/// `-+*#/_`.
struct JrnlTags {
  /// The characters that a tag begins with.
  static let usualSymbols = "#@"

  private let symbols: Set<Character>

  init(symbols: String = usualSymbols) { self.symbols = Set(symbols) }

  /// Those of a text, without the symbol, each once whatever its case. What the diary itself finds in
  /// the content, as `#walk`, needn't be said again. `others` are those that jrnl tells beside the
  /// text, with a symbol.
  func tags(title: String, content: String, others: [String]) -> [String] {
    var seen = Set(Hashtags.all(in: content).map { $0.name.lowercased() })
    return (all(in: title) + all(in: content) + others.map { String($0.dropFirst()) })
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// All of a text.
  func all(in text: String) -> [String] {
    guard text.contains(where: symbols.contains) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let symbol = word.first, symbols.contains(symbol) else { return nil }
      let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }
      // `#1` counts something, and `#` before a heading is none.
      guard symbol == "#" ? name.contains(where: \.isLetter) : !name.isEmpty else { return nil }
      return String(name)
    }
  }
}
