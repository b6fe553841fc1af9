import TerminalUI
import TestSupport
import Testing

/// A cluster, what is drawn for it, and its columns.
struct ShownCluster: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let shown: String
  let width: Int

  init(_ name: String, _ text: String, _ shown: String, _ width: Int) {
    (self.name, self.text, self.shown, self.width) = (name, text, shown, width)
  }

  var testDescription: String { name }

  static let all = [
    Self("letter", "a", "a", 1),
    Self("blank", " ", " ", 1),
    Self("syllable", "한", "한", 2),
    Self("syllable in letters", "\u{1112}\u{1161}\u{11AB}", "한", 2),
    Self("open syllable in letters", "\u{1112}\u{1161}", "하", 2),
    Self("open syllable and a final letter", "하\u{11AB}", "한", 2),
    Self("first letter alone", "\u{1112}", "\u{1112}", 2),
    Self("vowel alone", "\u{1161}", " \u{1161}", 1),
    Self("final letter alone", "\u{11AB}", " \u{11AB}", 1),
    Self("typed letter", "ㅎ", "ㅎ", 2),
    Self("old syllable", "\u{1112}\u{119E}", "\u{1112}\u{119E}", 2),
    Self("Chinese", "漢", "漢", 2),
    Self("Chinese beyond the first plane", "𠮷", "𠮷", 2),
    Self("full-width", "Ａ", "Ａ", 2),
    Self("half-width", "ｶ", "ｶ", 1),
    Self("half-width with a mark", "ｶﾞ", "ｶﾞ", 2),
    Self("voiced, decomposed", "か\u{3099}", "か\u{3099}", 2),
    Self("emoji", "😀", "😀", 2),
    Self("family", "👨‍👩‍👧", "👨", 2),
    Self("couple with a heart", "👩‍❤️‍👨", "👩", 2),
    Self("profession", "👩‍⚕️", "👩", 2),
    Self("skin tone", "👍🏽", "👍", 2),
    Self("skin tone alone", "🏽", "🏽", 2),
    Self("emoji style", "❤️", "❤", 1),
    Self("text style", "☎︎", "☎", 1),
    Self("keycap", "1️⃣", "1", 1),
    Self("flag", "🇰🇷", "🇰🇷", 2),
    Self("half a flag", "🇰", "🇰", 1),
    Self("flag of tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴", 2),
    Self("mark", "e\u{301}", "e\u{301}", 1),
    Self("mark alone", "\u{301}", " \u{301}", 1),
    Self(
      "too many marks", "e" + String(repeating: "\u{301}", count: 50),
      "e" + String(repeating: "\u{301}", count: 4), 1),
    Self("tab", "\t", "␉", 1),
    Self("escape", "\u{1B}", "␛", 1),
    Self("nothing", "\0", "␀", 1),
    Self("rubout", "\u{7F}", "␡", 1),
    Self("line end of two", "\r\n", "␍", 1),
    Self("control sequence introducer", "\u{9B}", "\u{FFFD}", 1),
    Self("private use", "\u{E0B0}", "\u{E0B0}", 1),
    Self("unassigned", "\u{0378}", "□", 1),
    Self("not a character", "\u{FFFE}", "□", 1),
    Self("Hebrew", "ש", "ש", 1),
    Self("Hebrew with points", "שׁ", "שׁ", 1),
    Self("Arabic", "ش", "ش", 1),
    Self("override", "\u{202E}", "", 0),
    Self("no width", "\u{200B}", "", 0),
    Self("joiner alone", "\u{200D}", "", 0),
    Self("byte order mark", "\u{FEFF}", "", 0),
    Self("soft hyphen", "\u{AD}", "\u{AD}", 1),
    Self("Devanagari vowel sign", "कि", "कि", 2),
    Self("Devanagari conjunct", "न्दी", "न्दी", 3),
    Self("Thai with a vowel of its own column", "น้ำ", "น้ำ", 2),
    Self("Tamil", "மி", "மி", 2),
  ]
}

@Suite("What is drawn for a cluster")
struct DisplayFormTests {
  @Test("Each kind has its form and width", arguments: ShownCluster.all)
  func form(_ cluster: ShownCluster) {
    let characters = Array(cluster.text)
    expectEqual(characters.count, 1)
    let form = DisplayForm(characters[0])
    expectEqual(scalars(form.text), scalars(cluster.shown))
    expectEqual(form.width, cluster.width)
    expectEqual(TextWidth.columns(cluster.text), cluster.width)
    expectSound(drawn(columns: 4) { $0.draw(cluster.text, in: $0.bounds) })
  }

  @Test("Only a character of two columns is wide, not two beside each other")
  func wide() {
    expect(DisplayForm("漢").isWide)
    expect(DisplayForm("🇰🇷").isWide)
    expect(!DisplayForm("कि").isWide)
  }

  @Test("A cluster without bound takes a few columns only")
  func bounded() {
    let character = Character("क" + String(repeating: "\u{93E}", count: 10_000))
    expectEqual(DisplayForm(character).width, 8)
  }

  @Test("Whatever begins a cluster, its form draws as wide as it says")
  func anyScalar() {
    for value in UInt32(0)..<0x3FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let form = DisplayForm(Character(scalar))
      let isSound =
        (0...2).contains(form.width) && form.text.isEmpty == (form.width == 0)
        && form.text.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
        }
      if !isSound { fail("U+\(String(value, radix: 16)): \(form)") }
    }
  }

  @Test(
    "A text is cut to its columns",
    arguments: [("한글", 4, "한글"), ("한글", 3, "한…"), ("한글", 2, "…"), ("ab", 1, "…"), ("a", 0, "")])
  func cut(_ text: String, _ columns: Int, _ shown: String) {
    expectEqual(TextWidth.cut(text, columns: columns), shown)
  }

  @Test("Width is measured no further than asked for")
  func exceeds() {
    expect(TextWidth.exceeds("한글", columns: 3))
    expect(!TextWidth.exceeds("한글", columns: 4))
    expect(!TextWidth.exceeds("", columns: 0))
  }
}
