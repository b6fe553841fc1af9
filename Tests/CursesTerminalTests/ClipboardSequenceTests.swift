import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct ClipboardSequenceTests {
  private func text(_ text: String, throughTmux: Bool = false) -> String? {
    ClipboardSequence(text, throughTmux: throughTmux).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test func isBase64() {
    expectEqual(text("강가 q"), "\u{1B}]52;c;6rCV6rCAIHE=\u{7}")
    expectEqual(text(""), "\u{1B}]52;c;\u{7}")
  }

  /// No byte of a text can end the sequence.
  @Test func holdsWhateverStandsInIt() {
    expectEqual(text("\u{1B}\\\u{7}"), "\u{1B}]52;c;G1wH\u{7}")
  }

  @Test func throughTmux() {
    expectEqual(
      text("a", throughTmux: true),
      "\u{1B}]52;c;YQ==\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{7}\u{1B}\\")
  }

  @Test func isNoLongerThanTerminalsTake() {
    // 100,000 bytes, of which 8 are not the text's: three for each four.
    let longest = String(repeating: "a", count: 74_994)
    expectEqual(text(longest)?.utf8.count, 100_000)
    expectNil(text(longest + "a"))
    expectNil(text(String(repeating: "a", count: 1_000_000)))
  }
}
