import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct KeyDecodingTests {
  /// The events of bytes that come in these bursts, each followed by silence.
  private func events(_ bursts: [UInt8]..., keys: KeySequences = KeySequences()) -> [TerminalEvent]
  {
    var decoder = InputDecoder(keys: keys)
    return bursts.flatMap { burst in
      decoder.feed(burst, at: .now)
      return decoder.settle()
    }
  }

  private func key(_ text: String) -> [TerminalEvent] { events(Array(text.utf8)) }

  @Test(arguments: [
    ("a", KeyEvent.character("a")), ("한", .character("한")), (" ", .character(" ")),
    ("\r", KeyEvent(.enter)), ("\n", KeyEvent(.enter)), ("\t", KeyEvent(.tab)),
    ("\u{7F}", KeyEvent(.backspace)), ("\u{8}", KeyEvent(.backspace)),
    ("\u{13}", .control("s")), ("\u{3}", .control("c")), ("\u{1F}", .control("_")),
    ("\u{0}", .control(" ")),
    ("\u{1B}", KeyEvent(.escape)), ("\u{1B}x", .alt("x")), ("\u{1B}한", .alt("한")),
    ("\u{1B}[", .alt("[")), ("\u{1B}O", .alt("O")), ("\u{1B}]", .alt("]")),
    ("\u{1B}\r", KeyEvent(.enter, .alt)), ("\u{1B}\u{7F}", KeyEvent(.backspace, .alt)),
    ("\u{1B}[A", KeyEvent(.up)), ("\u{1B}OA", KeyEvent(.up)), ("\u{1B}OH", KeyEvent(.home)),
    ("\u{1B}[Z", KeyEvent(.tab, .shift)), ("\u{1B}[3~", KeyEvent(.delete)),
    ("\u{1B}[1;3D", KeyEvent(.left, .alt)), ("\u{1B}[1;5C", KeyEvent(.right, .control)),
    ("\u{1B}[1;2A", KeyEvent(.up, .shift)), ("\u{1B}[1;6B", KeyEvent(.down, [.shift, .control])),
    ("\u{1B}[5;3~", KeyEvent(.pageUp, .alt)), ("\u{1B}\u{1B}[D", KeyEvent(.left, .alt)),
    ("\u{1B}OP", KeyEvent(.function(1))), ("\u{1B}[15~", KeyEvent(.function(5))),
    ("\u{1B}[24~", KeyEvent(.function(12))), ("\u{1B}[115;5u", .control("s")),
    ("\u{1B}[27;5;115~", .control("s")), ("\u{1B}OM", KeyEvent(.enter)),
  ])
  func one(bytes: String, expected: KeyEvent) {
    expectEqual(key(bytes), [.key(expected)])
  }

  @Test(arguments: [
    "\u{1B}[?62;4c", "\u{1B}[I", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}[201~",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[5n", "\u{1B}[[", "\u{1B}[~",
    "\u{9B}",
  ])
  func whatIsNoKeyIsPassedOver(bytes: String) {
    expectEqual(key(bytes + "a"), [.key(.character("a"))])
  }

  @Test(
    arguments: [
      ("\u{1B}[97;;97u", [.key(.character("a"))]),
      ("\u{1B}[49;2;33u", [.key(.character("!"))]),
      ("\u{1B}[97;65;65u", [.capsLock(true), .key(.character("A"))]),
      ("\u{1B}[97;66;97u", [.capsLock(true), .key(.character("a"))]),
      ("\u{1B}[99;69u", [.capsLock(true), .key(.control("c"))]),
      ("\u{1B}[0;;54620:44544u", [.key(.character("한")), .key(.character("글"))]),
      ("\u{1B}[57358;65u\u{1B}[57358u", [.capsLock(true), .capsLock(false)]),
      ("\u{1B}[57441;2u", []), ("\u{1B}[13u", [.key(KeyEvent(.enter))]),
      ("\u{1B}[57414;129u", [.key(KeyEvent(.enter))]), ("\u{1B}[27u", [.key(KeyEvent(.escape))]),
      ("\u{1B}[127;1u", [.key(KeyEvent(.backspace))]),
      ("\u{1B}[97;;27:155u", [.key(.character("a"))]),
      ("\u{1B}[97;3u", [.key(.alt("a"))]), ("\u{1B}[1;65D", [.key(KeyEvent(.left))]),
    ] as [(String, [TerminalEvent])])
  func reportedKeys(bytes: String, expected: [TerminalEvent]) {
    expectEqual(key(bytes), expected)
  }

  @Test func scalarsOfOneClusterAreOneKey() {
    expectEqual(key("e\u{301}"), [.key(.character("e\u{301}"))])
    expectEqual(key("\u{1112}\u{1161}\u{11AB}").count, 1)
    expectEqual(key("👩‍👩‍👧‍👦🇰🇷👍🏽").count, 3)
  }

  @Test func aCharacterInTwoReadsIsWhole() {
    expectEqual(events([0xED, 0x95], [0x9C]), [.key(.character("한"))])
    expectEqual(events([0x1B, 0xED], [0x95, 0x9C]), [.key(.alt("한"))])
  }

  @Test func aControlSequenceInTwoReadsIsWhole() {
    expectEqual(events([0x1B, 0x5B, 0x31, 0x3B], [0x33, 0x44]), [.key(KeyEvent(.left, .alt))])
  }

  @Test func twoEscapes() {
    expectEqual(key("\u{1B}\u{1B}"), [.key(KeyEvent(.escape)), .key(KeyEvent(.escape))])
  }

  @Test func invalidBytesAreReplaced() {
    let replacement = TerminalEvent.key(.character("\u{FFFD}"))
    expectEqual(events([0xFF, 0x61]), [replacement, .key(.character("a"))])
    expectEqual(events([0xED, 0x0D]), [replacement, .key(KeyEvent(.enter))])
    expectEqual(events([0xC0, 0x80, 0x61]).last, .key(.character("a")))
  }

  @Test func nothingCrashesIt() {
    var generator = SeededGenerator(seed: 7)
    let likely: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x4D, 0x6D, 0x7E, 0x32, 0x30, 0xED, 0x95, 0xFF, 0x50,
    ]
    for _ in 0..<5000 {
      var decoder = InputDecoder()
      for _ in 0..<4 {
        let burst = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? likely.randomElement(using: &generator) ?? 0 : .random(in: 0...255, using: &generator)
        }
        decoder.feed(burst, at: .now)
        _ = decoder.settle()
      }
      _ = decoder.finish()
    }
  }

  @Test func terminfoKnowsMore() {
    let keys = KeySequences {
      ["kf1": Array("\u{1B}[[A".utf8), "kLFT5": Array("\u{1B}Od".utf8)][$0]
    }
    expectEqual(events(Array("\u{1B}[[A".utf8), keys: keys), [.key(KeyEvent(.function(1)))])
    expectEqual(events(Array("\u{1B}Odx".utf8), keys: keys).first, .key(KeyEvent(.left, .control)))
    expectEqual(events(Array("\u{1B}[A".utf8), keys: keys), [.key(KeyEvent(.up))])
    expectEqual(events([0x1B], keys: keys), [.key(KeyEvent(.escape))])
  }
}
