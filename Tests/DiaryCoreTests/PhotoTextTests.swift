import DiaryCore
import TestSupport
import Testing

@Suite("Words in photos") struct PhotoTextTests {
  /// A photo with these lines of words, each word 100 thousandths wide, each line 50 high.
  private func photo(_ lines: String...) -> PhotoText {
    PhotoText(
      lines.enumerated().map { row, line in
        line.split(separator: " ").enumerated().map { column, word in
          PhotoText.Word(
            String(word),
            PhotoBox(
              left: column * 100, top: row * 50, right: column * 100 + 80, bottom: row * 50 + 40))
        }
      })
  }

  private func found(
    _ phrase: String, _ text: PhotoText, isExact: Bool = false
  ) -> [String] {
    text.matches(of: SearchPhrase(phrase, isExact: isExact)).map { match in
      let box = match.box
      return "\(match.line[match.range]) \(box.left) \(box.top) \(box.right) \(box.bottom)"
    }
  }

  @Test func `finds words, with the part of the picture that shows them`() {
    let text = photo("Café RECEIPT", "total 12,500", "영수증 합계")
    expectEqual(found("receipt", text), ["RECEIPT 100 0 180 40"])
    expectEqual(found("cafe rec", text), ["Café RECEIPT 0 0 180 40"])
    expectEqual(found("t", text), ["RECEIPT 100 0 180 40", "total 0 50 80 90", "total 0 50 80 90"])
    expectEqual(found("ㅎㄱ", text), ["합계 100 100 180 140"])
    expectEqual(found("station", text), [])
    expectEqual(found("cafe", text, isExact: true), [])
    // A match over two lines is shown in the first one.
    expectEqual(found("receipt total", text), ["RECEIPT 100 0 180 40"])
    expectEqual(found("", text), [])
    expectEqual(found("x", PhotoText()), [])
  }

  @Test func `finds Hangul that was read with wrong spaces`() {
    let text = photo("주 문번 호 확인", "the ate r")
    for phrase in ["주문번호", "주문 번호", "주 문 번 호"] {
      expectEqual(found(phrase, text), ["주 문번 호 0 0 280 40"], phrase)
      expectEqual(found(phrase, text, isExact: true), ["주 문번 호 0 0 280 40"], phrase)
    }
    expectEqual(found("theater", text), [])
    expectEqual(found("확인 the", text), ["확인 300 0 380 40"])
  }

  @Test func `is stored as text`() {
    let text = photo("영수증 / receipt", "/slash 12", "a")
    expectEqual(PhotoText(encoded: text.encoded[...]), text)
    expectEqual(text.lines.map(\.count), [3, 2, 1])
    expect(PhotoText(encoded: "").isEmpty)
    let assets = (0..<3).map { AssetID(digest: Array(repeating: $0, count: 32)) }
    let texts = [assets[0]: text, assets[1]: PhotoText(), assets[2]: photo("b")]
    expectEqual([AssetID: PhotoText](encoded: texts.encoded), texts)
    expectNil([AssetID: PhotoText](encoded: Array("other\n".utf8)))
    // Anything may be in a damaged file.
    let damaged = "a b\tx\t1 2 3\t/1 2 3 4 a\t5 6 7 b\t-5 0 99999 1 c\u{1B}[2J\t/\t/9 9 9"
    let read = PhotoText(encoded: damaged[...])
    expectEqual(read.lines.map(\.count), [2])
    expect(read.lines[0][1].text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    expectEqual(read.lines[0][1].box, PhotoBox(left: 0, top: 0, right: 1000, bottom: 1))
    let many = Array(repeating: "/1 2 3 4 a", count: PhotoText.maxWords + 10)
    expectEqual(
      PhotoText(encoded: "a\t\(many.joined(separator: "\t"))").lines.count, PhotoText.maxWords)
    let file = Array("photo-texts/1\nnonsense\n\n\(assets[0])\tb\t/1 2 3 4 b".utf8) + [0xFF]
    expectEqual([AssetID: PhotoText](encoded: file)?.count, 1)
  }

  @Test func `text: is a term of searches`() throws {
    let today = try require(CalendarDay(year: 2026, month: 11, day: 20))
    for text in ["text:plum", "사진글:plum", "TEXT:\"plum\""] {
      let query = SearchQuery(text, today: today)
      expectEqual(query.issues, [])
      expectEqual(query.phrases, [])
      expectEqual(query.predicate.photoPhrases.map(\.text), ["plum"])
    }
    expectEqual(SearchQuery("text:", today: today).issues.map(\.failure), [.noValue(.text)])
    let both = SearchQuery("plum -text:rain", today: today).predicate
    expectEqual(both.photoPhrases.map(\.text), ["plum"])
  }
}
