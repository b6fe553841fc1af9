import TestSupport
import Testing

@testable import Text

@Suite struct TranslationTests {
  private static let sources = Result { try SourceTexts() }
  private static let translations = EmbeddedFile.translations.map(\.language)
  private static let files = Result {
    try Dictionary(uniqueKeysWithValues: translations.map { ($0, try TranslationFile($0)) })
  }

  private func file(_ language: String) throws -> TranslationFile {
    try require(Self.files.get()[language])
  }

  @Test(arguments: translations)
  func `every text has a translation with the same arguments`(_ language: String) throws {
    func arguments(_ text: String) -> Set<String> {
      Set(text.matches(of: /%[1-9]/).map { String($0.output) })
    }
    let texts = try Self.sources.get()
    expectGreater(texts.fileCount, 300)
    let entries = Dictionary(
      try file(language).entries.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let translation = try require(Language(rawValue: language)?.translation)
    for text in texts.localized + (translation.hasPlurals ? texts.singular : []) {
      guard let entry = entries[text.key], entry.english == text.english else {
        fail("\(text.place): \(language).po has no\n\(text.entry)")
        continue
      }
      let found = entry.id.map(translation.text(withID:)) ?? translation.text(of: entry.english)
      expectEqual(found, entry.text)
      expectEqual(
        arguments(text.english), arguments(entry.text), "“\(text.english)” and “\(entry.text)”")
    }
  }

  @Test(arguments: translations)
  func `every translation is used`(_ language: String) throws {
    let file = try self.file(language)
    let texts = try Self.sources.get()
    let translation = try require(Language(rawValue: language)?.translation)
    let used = Set(
      (texts.localized + (translation.hasPlurals ? texts.singular : [])).map(\.key))
    expectEqual(Set(file.entries.map(\.key)).subtracting(used), [], "no longer used")
  }

  @Test func `every ID has one text`() throws {
    var texts: [String: String] = [:]
    for text in try Self.sources.get().localized {
      let known = texts.updateValue(text.english, forKey: text.key)
      expect(known == nil || known == text.english, "\(text.place): “\(text.key)” has two texts")
    }
  }

  @Test(arguments: translations)
  func `files follow the format, and their keys are unique and short`(_ language: String) throws {
    let file = try self.file(language)
    expectEqual(file.header["Language"], language)
    expectEqual(file.header["Content-Type"], "text/plain; charset=UTF-8")
    expectEqual(file.header["Plural-Forms"]?.hasPrefix("nplurals="), true)
    var keys: Set<String> = []
    for entry in file.entries {
      expect(keys.insert(entry.key).inserted, "line \(entry.line): “\(entry.key)” is there twice")
      expect(!entry.english.isEmpty && !entry.text.isEmpty, "line \(entry.line): no text")
      if entry.id == nil {
        let isShort = entry.english.count(where: \.isNewline) < 2
        expect(isShort, "line \(entry.line): a text of several lines without an ID")
      }
    }
  }

  @Test func `Korean particles are known`() throws {
    let known: Set = ["을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라", "이라는/라는"]
    for text in try file("ko").entries.map(\.text) {
      // Placeholders of templates, such as {{cursor}}, aren't particles.
      for match in text.replacing(/\{\{[a-z]+\}\}/, with: "").matches(of: /\{([^{}"]*)\}/) {
        expectContains(known, String(match.output.1), "\(text)")
      }
    }
  }

  @Test func `every localized text is a literal, and no text is only in English`() throws {
    let sources = try Self.sources.get()
    expectEqual(sources.unreadable, [])
    for text in sources.english { fail("\(text.place): “\(text.key)” is only in English") }
  }
}

@Suite struct TranslationFormatTests {
  private static let file: StaticString = """
    # A comment: msgid "comment"
    msgid ""
    msgstr ""
    "Language: xx\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

    #. Extracted
    #: a.swift:1
    msgid "plain"
    msgstr "einfach"

    msgctxt "an.id"
    msgid "plain"
    msgstr "mit ID"

    msgid ""
    "two\\n"
    "lines"
    msgstr ""
    "zwei\\n"
    "\\tZeilen"

    msgid "“\\"” and \\\\"
    msgstr "\\"\\\\\\""

    #, fuzzy
    #| msgid "old"
    msgid "fuzzy"
    msgstr "vage"

    #, fuzzy
    #~ msgid "obsolete"
    #~ msgstr "veraltet"

    msgid "the same first 16 bytes, and one"
    msgstr "eins"

    msgid "the same first 16 bytes, and two"
    msgstr "zwei"

    msgid "untranslated"
    msgstr ""

    #, no-c-format
    msgid "last"
    msgstr "zuletzt"
    """

  private static let translation = Translation(
    UnsafeRawBufferPointer(start: file.utf8Start, count: file.utf8CodeUnitCount))

  @Test(arguments: [
    ("last", "zuletzt"), ("plain", "einfach"), ("two\nlines", "zwei\n\tZeilen"),
    ("“\"” and \\", "\"\\\""), ("the same first 16 bytes, and two", "zwei"),
    ("the same first 16 bytes, and one", "eins"), ("fuzzy", nil), ("obsolete", nil), ("old", nil),
    ("untranslated", nil), ("", nil), ("an.id", nil), ("plai", nil), ("plain ", nil),
    ("comment", nil),
  ]) func `finds a text`(_ english: String, _ expected: String?) {
    let translation = Self.translation
    expectEqual(translation.text(of: english), expected)
    expectEqual(translation.text(of: english), expected)
    expectEqual(translation.text(withID: "an.id"), "mit ID")
    expectEqual(translation.text(withID: "plain"), nil)
  }

  @Test func `knows whether a language has plurals`() throws {
    try expectEqual(require(Language.korean.translation).hasPlurals, false)
    expectEqual(Self.translation.hasPlurals, true)
    func count(_ number: Int) -> String {
      localized(counting: number, one: "\(number) entry", other: "\(number) entries")
    }
    expectEqual(Language.english.speaking { [count(1), count(2)] }, ["1 entry", "2 entries"])
    expectEqual(Language.korean.speaking { [count(1), count(2)] }, ["일기 1개", "일기 2개"])
  }
}

extension SourceTexts.Text {
  /// The text as an entry of a `.po` file, without its translation.
  fileprivate var entry: String {
    func quoted(_ text: String) -> String {
      let text = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"" + text.replacing("\n", with: "\\n") + "\""
    }
    let lines = english.split(separator: "\n", omittingEmptySubsequences: false)
    let parts = lines.enumerated().map { index, line in
      quoted(line + (index < lines.count - 1 ? "\n" : ""))
    }
    let context = key == english ? [] : ["msgctxt " + quoted(key)]
    let text = parts.count == 1 ? ["msgid " + parts[0]] : ["msgid \"\""] + parts
    return (context + text + ["msgstr \"\""]).joined(separator: "\n")
  }
}
