import Localization
import TestSupport
import Testing

@testable import Localization

/// Every text of the program has its Korean, and nothing else has.
@Suite struct KoreanTableTests {
  private static let sources = Result { try SourceTexts() }

  @Test func everyTextHasItsKorean() throws {
    let texts = try Self.sources.get()
    expectGreater(texts.fileCount, 300)
    for text in texts.localized {
      guard KoreanTable.texts[text.key] == nil else { continue }
      fail("\(text.place): “\(text.key)” has no Korean")
    }
  }

  @Test func everyKoreanTextIsOfUse() throws {
    let keys = Set(try Self.sources.get().localized.map(\.key))
    for key in KoreanTable.texts.keys.sorted() {
      if !keys.contains(key) { fail("nothing says “\(key)” any more") }
    }
  }

  @Test func noTextStandsInTwoParts() {
    var seen: Set<String> = []
    for key in KoreanTable.parts.flatMap(\.keys) {
      expect(seen.insert(key).inserted, "“\(key)” stands in two parts")
    }
  }

  @Test func everyTextHasTheSameArguments() throws {
    for text in try Self.sources.get().localized {
      guard let korean = KoreanTable.texts[text.key] else { continue }
      expectEqual(
        Self.arguments(text.english), Self.arguments(korean), "“\(text.english)” and “\(korean)”")
    }
  }

  @Test func everyIDStandsForOneText() throws {
    var texts: [String: String] = [:]
    for text in try Self.sources.get().localized {
      let known = texts.updateValue(text.english, forKey: text.key)
      expect(known == nil || known == text.english, "\(text.place): “\(text.key)” says two things")
    }
  }

  /// A text of many lines has an id, so that its English stands once.
  @Test func noKeyIsLong() {
    for key in KoreanTable.texts.keys where key.count(where: \.isNewline) > 1 {
      fail("“\(key)” needs an id")
    }
  }

  @Test func everyParticleIsOne() {
    let known: Set = ["을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라", "이라는/라는"]
    for text in KoreanTable.texts.values {
      // A mark of templates, as {{cursor}}, is none.
      for match in text.replacing(/\{\{[a-z]+\}\}/, with: "").matches(of: /\{([^{}"]*)\}/) {
        expectContains(known, String(match.output.1), "\(text)")
      }
    }
  }

  @Test func everyKeyStandsWhereItIsSaid() throws {
    let calls = try Self.sources.get().unreadable
    expectEqual(calls, [])
  }

  @Test func noEnglishIsLeft() throws {
    for text in try Self.sources.get().english {
      fail("\(text.place): “\(text.key)” is said in English alone")
    }
  }

  private static func arguments(_ text: String) -> Set<String> {
    Set(text.matches(of: /%[1-9]/).map { String($0.output) })
  }
}

@Suite struct SwiftLiteralTests {
  @Test(arguments: [
    (#"x("a b")"#, ["a b"]),
    (#"x("\(a) of \(b(c, ")"))")"#, [")", "%1 of %2"]),
    (#"x("\(a ? localized("in") : "out") \"q\" \u{AC00}")"#, ["in", "out", "%1 \"q\" 가"]),
    ("x(\"\"\"\n  one \\\n  two\n\n    three \\(a)\n  \"\"\")", ["one two\n\n  three %1"]),
    ("// \"no\"\n/* \"no\" */ x(#\"a \\n \"b\" \\#(c)\"#)", ["a \\n \"b\" %1"]),
    (#"x("")"#, [""]),
  ])
  func areReadAsTheCompilerDoes(_ source: String, _ expected: [String]) throws {
    try expectEqual(SwiftLiterals.all(in: Array(source.utf8)).map(\.key), expected)
  }

  @Test func areKnownByWhatStandsBefore() throws {
    let source = Array("f(\n  help:\n    \"a\", localized(\"b\"))".utf8)
    let contexts = try SwiftLiterals.all(in: source).map(\.context)
    try expect(contexts.count == 2 && contexts.at(0).hasSuffix("help:"))
    try expectSuffix(contexts.at(1), "localized(")
  }
}
