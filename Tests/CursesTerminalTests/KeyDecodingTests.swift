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

  @Test func `decodes keys and passes over other sequences`() {
    for (bytes, expected) in [
      ("a", KeyEvent.character("a")), ("한", .character("한")), (" ", .character(" ")),
      ("\r", KeyEvent(.enter)), ("\n", KeyEvent(.enter)), ("\t", KeyEvent(.tab)),
      ("\u{7F}", KeyEvent(.backspace)), ("\u{8}", KeyEvent(.backspace)), ("\u{13}", .control("s")),
      ("\u{3}", .control("c")), ("\u{1F}", .control("_")), ("\u{0}", .control(" ")),
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
    ] as [(String, KeyEvent)] {
      expectEqual(key(bytes), [.key(expected)])
    }
    // Other sequences are passed over.
    for bytes in [
      "\u{1B}[?62;4c", "\u{1B}[I", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}[201~",
      "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[5n", "\u{1B}[[", "\u{1B}[~",
      "\u{9B}",
    ] {
      expectEqual(key(bytes + "a"), [.key(.character("a"))])
    }
    // Reported keys.
    for (bytes, expected) in [
      ("\u{1B}[97;;97u", [.key(.character("a"))]), ("\u{1B}[49;2;33u", [.key(.character("!"))]),
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
    ] as [(String, [TerminalEvent])] {
      expectEqual(key(bytes), expected)
    }
  }

  @Test func `decodes characters and sequences however they arrive`() {
    expectEqual(key("e\u{301}"), [.key(.character("e\u{301}"))])
    expectEqual(key("\u{1112}\u{1161}\u{11AB}").count, 1)
    expectEqual(key("👩‍👩‍👧‍👦🇰🇷👍🏽").count, 3)
    // A character in two reads is whole.
    expectEqual(events([0xED, 0x95], [0x9C]), [.key(.character("한"))])
    expectEqual(events([0x1B, 0xED], [0x95, 0x9C]), [.key(.alt("한"))])
    // A control sequence in two reads is whole.
    expectEqual(events([0x1B, 0x5B, 0x31, 0x3B], [0x33, 0x44]), [.key(KeyEvent(.left, .alt))])
    // Two escapes.
    expectEqual(key("\u{1B}\u{1B}"), [.key(KeyEvent(.escape)), .key(KeyEvent(.escape))])
    // Invalid bytes are replaced.
    let replacement = TerminalEvent.key(.character("\u{FFFD}"))
    expectEqual(events([0xFF, 0x61]), [replacement, .key(.character("a"))])
    expectEqual(events([0xED, 0x0D]), [replacement, .key(KeyEvent(.enter))])
    expectEqual(events([0xC0, 0x80, 0x61]).last, .key(.character("a")))
    // Terminfo knows more.
    let keys = KeySequences {
      ["kf1": Array("\u{1B}[[A".utf8), "kLFT5": Array("\u{1B}Od".utf8)][$0]
    }
    expectEqual(events(Array("\u{1B}[[A".utf8), keys: keys), [.key(KeyEvent(.function(1)))])
    expectEqual(events(Array("\u{1B}Odx".utf8), keys: keys).first, .key(KeyEvent(.left, .control)))
    expectEqual(events(Array("\u{1B}[A".utf8), keys: keys), [.key(KeyEvent(.up))])
    expectEqual(events([0x1B], keys: keys), [.key(KeyEvent(.escape))])
  }
}

/// Whatever has begun and never ends, the next Ctrl-C is one, and so is the Esc after the next.
@Suite struct BrokenSequenceTests {
  private static let sequences = [
    "\u{1B}[200~pasted", "\u{1B}[1;5A", "\u{1B}[M !!", "\u{1B}[<0;10;10M", "\u{1B}OP",
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}P>|kitty\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    "\u{1B}[?62;4c", "\u{1B}[6;20;10t", "\u{1B}^private", "\u{1B}Xstring", "\u{1B}\u{1B}[A",
    "\u{1B}한", "한", "\u{1B}[27;5;99~",
  ]

  /// Every beginning of every sequence, as bytes.
  private static let beginnings: [[UInt8]] = sequences.flatMap { sequence in
    (1...sequence.utf8.count).map { Array(sequence.utf8.prefix($0)) }
  }

  /// What comes of keys that are pressed one by one after a beginning.
  private func events(
    after beginning: [UInt8], _ keys: [[UInt8]], expectsReplies: Bool
  ) -> [TerminalEvent] {
    var time = ContinuousClock.now
    var decoder = InputDecoder()
    decoder.expectsReplies = expectsReplies
    decoder.feed(beginning, at: time)
    var events = decoder.settle(withPatience: expectsReplies)
    for key in keys {
      time += .milliseconds(600)
      decoder.feed(key, at: time)
      events += decoder.settle(withPatience: expectsReplies)
      if expectsReplies { events += decoder.settle() }
    }
    return events
  }

  @Test(arguments: [false, true])
  func `takes Ctrl-C and Esc as keys after any unfinished sequence`(expectsReplies: Bool) {
    for beginning in Self.beginnings {
      let events = events(after: beginning, [[0x03]], expectsReplies: expectsReplies)
      expectEqual(events.last, .key(.control("c")), "\(beginning)")
    }
    // Escape and q are pressed.
    for beginning in Self.beginnings {
      let events = events(
        after: beginning, [[0x1B], [0x71], [0x1B], [0x71]], expectsReplies: expectsReplies)
      expectEqual(
        events.suffix(2), [.key(KeyEvent(.escape)), .key(.character("q"))], "\(beginning)")
    }
  }

  /// A burst is read in parts when it is long; no character and no sequence is torn by that.
  @Test func `keeps characters and sequences whole in long bursts`() {
    let family = "👨‍👩‍👧"
    let bytes = Array("a\(family)e\u{301}\u{1B}[A\(family)".utf8)
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      decoder.feed(Array(bytes[..<cut]), at: .now)
      var events = decoder.drainEvents()
      decoder.feed(Array(bytes[cut...]), at: .now)
      events += decoder.settle()
      let family = TerminalEvent.key(.character(Character(family)))
      expectEqual(
        events,
        [.key(.character("a")), family, .key(.character("e\u{301}")), .key(KeyEvent(.up)), family],
        "\(cut)")
    }
  }

  // MARK: Whatever bytes come

  private static let samples = [
    "\u{1B}[?62;4c\u{1B}]11;rgb:00/00/00\u{7}a", "\u{1B}P>|xterm(388)\u{1B}\\\u{1B}[6;18;9t",
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?2;0;800;600S\u{1B}[?2026;2$y",
    "\u{1B}[<0;10;20M\u{1B}[<0;10;20m",
    "\u{1B}[200~한\n글\u{1B}[201~b", "\u{1B}[1;5C\u{1B}OP\u{1B}[115;5u\u{1B}[27;5;115~한e\u{301}",
  ].map { Array($0.utf8) }
  private static let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}_G", "\u{1B}\\", "\u{7}", ";", "?", "$", "<",
    "999999999999999999999", "-1", "c", "t", "S", "y", "M", "~", "u", "\u{1B}[200~", "\u{1B}[201~",
    "|", "rgb:", "ffff/", "\u{9B}", "👩‍👩‍👧‍👦", "\0",
  ]

  @Test func `stays ready for keys whatever bytes arrive`() {
    var mutator = Mutator("terminal input", rounds: 1500, pieces: Self.pieces)
    for _ in 0..<mutator.rounds {
      let bytes = mutator.mutation(of: Self.samples)
      var decoder = InputDecoder(keys: KeySequences())
      let half = bytes.count / 2
      decoder.feed(Array(bytes[..<half]), at: .now)
      var events = decoder.settle(withPatience: true)
      decoder.feed(Array(bytes[half...]), at: .now)
      events += decoder.finish()
      _ = decoder.drainReplies()
      // It is as ready as before.
      decoder.feed(Array("\u{1B}\\\u{7}".utf8), at: .now)
      _ = decoder.settle()
      decoder.feed(Array("x".utf8), at: .now)
      expectEqual(decoder.settle(), [.key(.character("x"))], "seed \(mutator.seed): \(bytes)")
      expectAtMost(events.count, bytes.count, "seed \(mutator.seed): \(bytes)")
    }
  }
}
