import Localization
import TestSupport
import Testing

@testable import Localization

/// Every text of the program has its Korean, and nothing else has.
@Suite struct KoreanTableTests {
  private static let sources = Result { try SourceTexts() }

  @Test func everyTextHasItsKoreanWithTheSameArguments() throws {
    func arguments(_ text: String) -> Set<String> {
      Set(text.matches(of: /%[1-9]/).map { String($0.output) })
    }
    let texts = try Self.sources.get()
    expectGreater(texts.fileCount, 300)
    for text in texts.localized {
      if let korean = KoreanTable.texts[text.key] {
        expectEqual(arguments(text.english), arguments(korean), "“\(text.english)” and “\(korean)”")
      } else {
        fail("\(text.place): “\(text.key)” has no Korean")
      }
    }
  }

  @Test func everyKoreanTextIsOfUse() throws {
    let keys = Set(try Self.sources.get().localized.map(\.key))
    for key in KoreanTable.texts.keys.sorted() {
      if !keys.contains(key) { fail("nothing says “\(key)” any more") }
    }
  }

  @Test func everyIDStandsForOneText() throws {
    var texts: [String: String] = [:]
    for text in try Self.sources.get().localized {
      let known = texts.updateValue(text.english, forKey: text.key)
      expect(known == nil || known == text.english, "\(text.place): “\(text.key)” says two things")
    }
  }

  @Test func tablesAreWellFormed() {
    var seen: Set<String> = []
    for key in KoreanTable.parts.flatMap(\.keys) {
      expect(seen.insert(key).inserted, "“\(key)” stands in two parts")
      // A text of many lines has an id, so that its English stands once.
      expect(key.count(where: \.isNewline) < 2, "“\(key)” needs an id")
    }
    let known: Set = ["을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라", "이라는/라는"]
    for text in KoreanTable.texts.values {
      // A mark of templates, as {{cursor}}, is none.
      for match in text.replacing(/\{\{[a-z]+\}\}/, with: "").matches(of: /\{([^{}"]*)\}/) {
        expectContains(known, String(match.output.1), "\(text)")
      }
    }
  }

  @Test func everyKeyStandsWhereItIsSaidAndNoEnglishIsLeft() throws {
    let sources = try Self.sources.get()
    expectEqual(sources.unreadable, [])
    for text in sources.english {
      fail("\(text.place): “\(text.key)” is said in English alone")
    }
  }
}
