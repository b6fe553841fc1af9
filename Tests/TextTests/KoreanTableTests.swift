import TestSupport
import Testing

@testable import Text

@Suite struct KoreanTableTests {
  private static let sources = Result { try SourceTexts() }

  @Test func `every text has a Korean translation with the same arguments`() throws {
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

  @Test func `every Korean text is used`() throws {
    let keys = Set(try Self.sources.get().localized.map(\.key))
    expectEqual(Set(KoreanTable.texts.keys).subtracting(keys), [], "no longer used")
  }

  @Test func `every ID has one text`() throws {
    var texts: [String: String] = [:]
    for text in try Self.sources.get().localized {
      let known = texts.updateValue(text.english, forKey: text.key)
      expect(known == nil || known == text.english, "\(text.place): “\(text.key)” says two things")
    }
  }

  @Test func `keys are unique and short, and particles are known`() {
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

  @Test func `every localized text is a literal, and no text is only in English`() throws {
    let sources = try Self.sources.get()
    expectEqual(sources.unreadable, [])
    for text in sources.english { fail("\(text.place): “\(text.key)” is only in English") }
  }
}
