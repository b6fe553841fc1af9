import Glibc
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct DisplayFormTests {
  /// Clusters of each kind, their displayed text and columns.
  static let clusters: [(name: String, text: String, shown: String, width: Int)] = [
    ("letter", "a", "a", 1), ("blank", " ", " ", 1), ("syllable", "한", "한", 2),
    ("syllable in letters", "\u{1112}\u{1161}\u{11AB}", "한", 2),
    ("open syllable in letters", "\u{1112}\u{1161}", "하", 2),
    ("open syllable and a final letter", "하\u{11AB}", "한", 2),
    ("first letter alone", "\u{1112}", "\u{1112}", 2), ("vowel alone", "\u{1161}", " \u{1161}", 1),
    ("final letter alone", "\u{11AB}", " \u{11AB}", 1), ("typed letter", "ㅎ", "ㅎ", 2),
    ("old syllable", "\u{1112}\u{119E}", "\u{1112}\u{119E}", 2), ("Chinese", "漢", "漢", 2),
    ("Chinese beyond the first plane", "𠮷", "𠮷", 2), ("full-width", "Ａ", "Ａ", 2),
    ("half-width", "ｶ", "ｶ", 1), ("half-width with a mark", "ｶﾞ", "ｶﾞ", 2),
    ("voiced, decomposed", "か\u{3099}", "か\u{3099}", 2), ("emoji", "😀", "😀", 2),
    ("family", "👨‍👩‍👧", "👨", 2), ("couple with a heart", "👩‍❤️‍👨", "👩", 2),
    ("profession", "👩‍⚕️", "👩", 2), ("skin tone", "👍🏽", "👍", 2), ("skin tone alone", "🏽", "🏽", 2),
    ("emoji style", "❤️", "❤", 1), ("text style", "☎︎", "☎", 1), ("keycap", "1️⃣", "1", 1),
    ("flag", "🇰🇷", "🇰🇷", 2), ("half a flag", "🇰", "🇰", 1),
    ("half a flag and a mark", "🇰\u{20DD}", "🇰\u{20DD}", 1), ("flag of tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴", 2),
    ("mark", "e\u{301}", "e\u{301}", 1), ("mark alone", "\u{301}", " \u{301}", 1),
    (
      "too many marks", "e" + String(repeating: "\u{301}", count: 50),
      "e" + String(repeating: "\u{301}", count: 4), 1
    ), ("tab", "\t", "␉", 1),
    ("escape", "\u{1B}", "␛", 1), ("nothing", "\0", "␀", 1), ("rubout", "\u{7F}", "␡", 1),
    ("line end of two", "\r\n", "␍", 1), ("control sequence introducer", "\u{9B}", "\u{FFFD}", 1),
    ("private use", "\u{E0B0}", "\u{E0B0}", 1), ("unassigned", "\u{0378}", "□", 1),
    ("not a character", "\u{FFFE}", "□", 1), ("Hebrew", "ש", "ש", 1),
    ("Hebrew with points", "שׁ", "שׁ", 1), ("Arabic", "ش", "ش", 1), ("override", "\u{202E}", "", 0),
    ("no width", "\u{200B}", "", 0), ("joiner alone", "\u{200D}", "", 0),
    ("byte order mark", "\u{FEFF}", "", 0), ("soft hyphen", "\u{AD}", "\u{AD}", 1),
    ("Devanagari vowel sign", "कि", "कि", 2), ("Devanagari conjunct", "न्दी", "न्दी", 3),
    ("Thai with a vowel of its own column", "น้ำ", "น้ำ", 2), ("Tamil", "மி", "மி", 2),
  ]

  @Test(arguments: clusters) func `each kind has its form and width`(
    _ name: String, _ text: String, _ shown: String, _ width: Int
  ) {
    let characters = Array(text)
    expectEqual(characters.count, 1)
    let form = DisplayForm(characters[0])
    expectEqual(scalars(form.text), scalars(shown), name)
    expectEqual(form.width, width, name)
    expectEqual(TextWidth.columns(text), width, name)
    expectSound(drawn(columns: 4) { $0.draw(text, in: $0.bounds) })
  }

  /// Sequences of each kind, and the kinds that they need.
  static let sequences: [(String, EmojiSequences)] = [
    ("👍🏽", .tone), ("☝🏽", .narrowTone), ("❤️", .presentation), ("©️", .presentation), ("1️⃣", .keycap),
    ("#️⃣", .keycap), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", .taggedFlag), ("👨‍👩‍👧", .joined), ("👨‍👩‍👧‍👦", .longJoined), ("🏃‍♂️", .joined),
    ("👩🏽‍⚕️", [.tone, .joined]),
    ("🏳️‍🌈", [.presentation, .joined]), ("🕵🏽‍♂️", [.narrowTone, .joined]), ("🏴‍☠️", .joined),
    ("👩🏽‍❤️‍👨🏾", [.tone, .longJoined]), ("👩🏽‍❤️‍💋‍👨🏾", [.tone, .longestJoined]),
  ]

  @Test(arguments: sequences)
  func `an emoji sequence is whole if the terminal draws all its kinds`(
    _ text: String, _ kinds: EmojiSequences
  ) {
    expectEqual(EmojiSequences(text.unicodeScalars), kinds)
    let form = DisplayForm(Character(text), emoji: kinds)
    expectEqual(scalars(form.text), scalars(text))
    expectEqual(form.width, 2)
    expect(form.isWide)
    let others = EmojiSequences(rawValue: 0xFF).subtracting(kinds)
    for known in [[], others] as [EmojiSequences] {
      let cut = DisplayForm(Character(text), emoji: known)
      expectEqual(scalars(cut.text), scalars(String(text.unicodeScalars.first ?? " ")))
    }
    let grid = drawn(columns: 4) { grid in
      grid.draw("abcd", in: grid.bounds)
      grid.put(form, column: 1, row: 0, .plain)
    }
    expectEqual(scalars(grid.text), scalars("a" + text + "d"))
    expectSound(grid)
    // Half of it at an edge is blank.
    for column in [-1, 3] {
      let grid = drawn(columns: 4) { $0.put(form, column: column, row: 0, .plain) }
      expectEqual(grid.text, "")
    }
  }

  @Test func `each sample needs only its kind`() {
    for (kind, text) in EmojiSequences.samples where kind != .longestJoined {
      expectEqual(EmojiSequences(text.unicodeScalars), kind)
    }
  }

  /// Other clusters are reduced as ever, so that neither their length nor a terminal's idea of them
  /// matters.
  @Test func `only valid emoji sequences of limited length are whole`() {
    let joined = String(repeating: "👩\u{200D}", count: 9_999) + "👩"
    for text in [
      joined, "👩‍👩‍👧‍👦‍👦‍👦", "👩" + String(repeating: "\u{301}", count: 10_000), "👩‍👧\u{301}",
      "👍" + String(repeating: "🏽", count: 2), "🚗🏽", "👩\u{200D}", "👩‍a", "👩\u{FE0E}", "⌚️", "1️",
      "1\u{20E3}",
      "a\u{FE0F}\u{20E3}", "❤\u{FE0F}\u{20E3}", "🕵\u{200D}♂", "🏴\u{E0067}", "🏴\u{E007F}",
      "👩\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E007F}\u{E0067}", "🇰🇷\u{FE0F}", "🏽\u{FE0F}",
    ] {
      expectNil(EmojiSequences(text.unicodeScalars), "\(text.prefix(9))")
      guard let character = text.first else { continue }
      let form = DisplayForm(character, emoji: EmojiSequences(rawValue: 0xFF))
      expectEqual(form, DisplayForm(character), "\(text.prefix(9))")
      expectLess(form.text.unicodeScalars.count, 16)
    }
  }

  @Test func `only a single character of two columns is wide`() {
    expect(DisplayForm("漢").isWide)
    expect(DisplayForm("🇰🇷").isWide)
    expect(!DisplayForm("कि").isWide)
    // An endless cluster is limited to a few columns.
    let endless = Character("क" + String(repeating: "\u{93E}", count: 10_000))
    expectEqual(DisplayForm(endless).width, 8)
  }

  @Test func `any scalar's form is drawn as wide as declared`() {
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

  @Test(arguments: [
    ("한글", 4, "한글"), ("한글", 3, "한…"), ("한글", 2, "…"), ("ab", 1, "…"), ("a", 0, ""), ("", 0, ""),
  ])
  func `cuts text to its columns`(_ text: String, _ columns: Int, _ shown: String) {
    expectEqual(TextWidth.cut(text, columns: columns), shown)
    expectEqual(TextWidth.exceeds(text, columns: columns), text != shown)
  }
}

// Glibc's module map leaves the XSI functions out.
@_silgen_name("wcwidth") private func wcwidth(_ character: wchar_t) -> Int32

@Suite struct ScalarWidthTests {
  /// Newer than Unicode 14.0 of Debian 12's C library. The screen draws a square for it.
  private func isTooNew(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return true }
    return age.major > 14
  }

  /// Line separators have no width here; the C library differs.
  private let exceptions: Set<UInt32> = [0x2028, 0x2029]

  @Test func `scalars of the first two planes have the width of wcwidth`() {
    setlocale(LC_CTYPE, "C.UTF-8")
    for value in UInt32(0x20)..<0x20000 where !exceptions.contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let ours: Int32
      switch ScalarWidth(scalar) {
      case .columns(let columns): ours = Int32(columns)
      case .none: ours = 0
      // Another character is drawn for these.
      case .control, .unassigned: continue
      }
      let theirs = wcwidth(wchar_t(value))
      if ours != theirs, theirs != -1 || !isTooNew(scalar) {
        fail("U+\(String(value, radix: 16)): \(ours), but wcwidth says \(theirs)")
      }
    }
  }
}
