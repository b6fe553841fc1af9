import Foundation

/// The texts that the sources hold, found by reading them.
struct SourceTexts {
  struct Text {
    /// The ID, or the English text if there is none.
    let key: String
    /// The English text, with the numbers of its arguments.
    let english: String
    let place: String
  }

  private(set) var localized: [Text] = []
  /// Texts for one thing, which languages without plurals don't translate.
  private(set) var singular: [Text] = []
  /// Texts that look like English and aren't localized.
  private(set) var english: [Text] = []
  /// Calls whose text isn't a literal.
  private(set) var unreadable: [String] = []
  private(set) var fileCount = 0

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// Sources whose texts aren't shown to the user.
  private static let exceptions = [
    // The heading of FORMAT.txt in both languages, which has its own test.
    "DiaryStore/StoreFormat.swift", "Sync/Engine/RemoteFormat.swift",
    // Commands of editors.
    "photodiary/Programs/EditorPrivacy.swift",
    // Keys of Hangul letters, and colors.
    "TerminalUI/KeyEvent.swift", "Appearance/ThemeColors.swift",
    // Rules of CSS.
    "Formats/StyleSheet.swift",
    // Output and arguments of other programs.
    "Sync/Remotes/RemoteProgram.swift", "Sync/Remotes/Git", "Sync/Remotes/SSHRemote.swift",
    "Sync/Remotes/RcloneRemote.swift", "Sync/Remotes/FolderRemote.swift",
    "photodiary/Programs/AudioRecorder.swift",
    // A helper program, whose messages are never shown.
    "Sources/photodiary-picture/",
  ]

  /// Sources whose sentences are parameters or results of the type LocalizedText.
  private static let typed = ["DiaryApp/Settings/SettingsOption.swift"]

  /// Code before arguments of the type LocalizedText.
  private static let labels = [
    "localized(", "help:", "hint:", "hinting(", ",other:", "ForeignText(",
  ]

  /// Code before single words that are shown to the user.
  private static let sinks = [
    "grid.draw(", "toast=", "title:", "trailing:", "body:[", "Button(", "lines:[", "line(",
    "ErrorLine.write(", "ErrorLine.report(", "ValidationError(", "abstract:", "discussion:",
  ]

  init() throws {
    let files = FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      fileCount += 1
      try read(file)
    }
  }

  private mutating func read(_ file: URL) throws {
    let source = try String(contentsOf: file, encoding: .utf8)
    let name = String(file.path.dropFirst(Self.sources.deletingLastPathComponent().path.count + 1))
    let isException = Self.exceptions.contains { name.contains($0) || name.hasSuffix($0) }
    let lists = Self.lists(in: source)
    for literal in try SwiftLiterals.all(in: source) {
      // An ID itself.
      if literal.context.contains(/localized\(id:$/) { continue }
      let id = literal.context.firstMatch(of: /localized\(id:"([a-z.-]+)",$/)?.output.1
      let text = Text(
        key: id.map(String.init) ?? literal.key, english: literal.key,
        place: "\(name):\(literal.line)")
      if literal.context.contains(/[(,]one:$/) {
        singular.append(text)
      } else if text.key != text.english || Self.labels.contains(where: literal.context.hasSuffix)
        || literal.context.contains(/\.hint\(\.\w+,$/)
        || literal.context.contains(/(KeyScreen\("[a-z-]*",|KeyTable\()title:$/)
        || lists.contains(where: { $0.contains(literal.line) })
        || (Self.typed.contains(where: name.hasSuffix) && literal.key.contains(/^[A-Z][a-z]/))
      {
        if !literal.key.isEmpty { localized.append(text) }
      } else if !isException, Self.isEnglish(literal) {
        english.append(text)
      }
    }
    guard !name.hasPrefix("Sources/Text/Localization/") else { return }
    let calls = source.matches(of: /\blocalized\(\s*(\S\w*:?)/).filter { match in
      !["\"", "id:", "counting:"].contains { match.output.1.hasPrefix($0) }
        && !source[..<match.range.lowerBound].hasSuffix("func ")
    }
    unreadable += calls.map { "\(name): \(source[$0.range])" }
  }

  /// The lines of the lists of texts.
  private static func lists(in source: String) -> [Range<Int>] {
    var lists: [Range<Int>] = []
    var start: Int?
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      if text.contains("[LocalizedText] = [") { start = index + 1 }
      guard let first = start, text.contains(/^ *\]$/) else { continue }
      lists.append(first..<index + 1)
      start = nil
    }
    return lists
  }

  /// Texts in settings and pages that are the same in every language.
  private static let values = [
    "true, false", "width=device-width, initial-scale=1", "light dark",
    "external noopener noreferrer",
  ]

  /// Returns `true` for two lowercase words in a row, and for one word that is shown.
  private static func isEnglish(_ literal: SwiftLiteral) -> Bool {
    if values.contains(literal.key) { return false }
    if literal.key.contains(/[a-z]{2,}[,;:]? [a-z]{2,}/) { return true }
    return sinks.contains(where: literal.context.hasSuffix)
      && literal.key.contains(/[A-Za-z][a-z]{2,}/)
  }
}
