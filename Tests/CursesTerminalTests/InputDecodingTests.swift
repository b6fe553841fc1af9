import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct KeyDecodingTests {
  /// Decodes bursts of bytes, each followed by silence.
  private func events(_ bursts: [UInt8]..., keys: KeySequences = KeySequences()) -> [TerminalEvent]
  {
    var decoder = InputDecoder(keys: keys)
    return bursts.flatMap { burst in
      decoder.feed(burst, at: .now)
      return decoder.settle()
    }
  }

  private func key(_ text: String) -> [TerminalEvent] { events(Array(text.utf8)) }

  @Test func `decodes keys and ignores other sequences`() {
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
    for bytes in [
      "\u{1B}[?62;4c", "\u{1B}[I", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}[201~",
      "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[5n", "\u{1B}[[", "\u{1B}[~",
      "\u{9B}",
    ] {
      expectEqual(key(bytes + "a"), [.key(.character("a"))])
    }
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
    expectEqual(events([0xED, 0x95], [0x9C]), [.key(.character("한"))])
    expectEqual(events([0x1B, 0xED], [0x95, 0x9C]), [.key(.alt("한"))])
    expectEqual(events([0x1B, 0x5B, 0x31, 0x3B], [0x33, 0x44]), [.key(KeyEvent(.left, .alt))])
    expectEqual(key("\u{1B}\u{1B}"), [.key(KeyEvent(.escape)), .key(KeyEvent(.escape))])
    let replacement = TerminalEvent.key(.character("\u{FFFD}"))
    expectEqual(events([0xFF, 0x61]), [replacement, .key(.character("a"))])
    expectEqual(events([0xED, 0x0D]), [replacement, .key(KeyEvent(.enter))])
    expectEqual(events([0xC0, 0x80, 0x61]).last, .key(.character("a")))
    let keys = KeySequences {
      ["kf1": Array("\u{1B}[[A".utf8), "kLFT5": Array("\u{1B}Od".utf8)][$0]
    }
    expectEqual(events(Array("\u{1B}[[A".utf8), keys: keys), [.key(KeyEvent(.function(1)))])
    expectEqual(events(Array("\u{1B}Odx".utf8), keys: keys).first, .key(KeyEvent(.left, .control)))
    expectEqual(events(Array("\u{1B}[A".utf8), keys: keys), [.key(KeyEvent(.up))])
    expectEqual(events([0x1B], keys: keys), [.key(KeyEvent(.escape))])
  }
}

/// After any unfinished sequence, the next Ctrl-C is decoded, and the Esc after the next.
@Suite struct BrokenSequenceTests {
  private static let sequences = [
    "\u{1B}[200~pasted", "\u{1B}[1;5A", "\u{1B}[M !!", "\u{1B}[<0;10;10M", "\u{1B}OP",
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}P>|kitty\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    "\u{1B}[?62;4c", "\u{1B}[6;20;10t", "\u{1B}^private", "\u{1B}Xstring", "\u{1B}\u{1B}[A",
    "\u{1B}한", "한", "\u{1B}[27;5;99~",
  ]

  private static let beginnings: [[UInt8]] = sequences.flatMap { sequence in
    (1...sequence.utf8.count).map { Array(sequence.utf8.prefix($0)) }
  }

  /// Decodes keys pressed one by one after an unfinished sequence.
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
  func `decodes Ctrl-C and Esc after any unfinished sequence`(expectsReplies: Bool) {
    for beginning in Self.beginnings {
      let events = events(after: beginning, [[0x03]], expectsReplies: expectsReplies)
      expectEqual(events.last, .key(.control("c")), "\(beginning)")
    }
    for beginning in Self.beginnings {
      let events = events(
        after: beginning, [[0x1B], [0x71], [0x1B], [0x71]], expectsReplies: expectsReplies)
      expectEqual(
        events.suffix(2), [.key(KeyEvent(.escape)), .key(.character("q"))], "\(beginning)")
    }
  }

  @Test(arguments: [
    ("- one\r- two", true), ("1. a\n2. b\r", true), ("if x\r  y", true),
    ("a line\r" + String(repeating: "가", count: 60), true),
    ("one\rtwo", false), ("- one\r- two\u{3}", false), ("- one\r", false), ("- one - two", false),
  ])
  func `reports a burst of lines as one event`(_ bytes: String, isBurst: Bool) {
    var decoder = InputDecoder()
    decoder.feed(Array(bytes.utf8), at: .now)
    let events = decoder.settle()
    guard case .burst(let keys)? = events.first else { return expect(!isBurst, bytes) }
    expectEqual(events.count, 1)
    let text = keys.compactMap(\.typedText).joined()
    expectEqual(text, bytes.replacing("\r", with: "\n"))
  }

  /// A long burst is read in parts, which must not tear characters or sequences.
  @Test func `keeps characters and sequences intact in long bursts`() {
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

  @Test func `stays ready for keys after any bytes`() {
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
      decoder.feed(Array("\u{1B}\\\u{7}".utf8), at: .now)
      _ = decoder.settle()
      decoder.feed(Array("x".utf8), at: .now)
      expectEqual(decoder.settle(), [.key(.character("x"))], "seed \(mutator.seed): \(bytes)")
      expectAtMost(events.count, bytes.count, "seed \(mutator.seed): \(bytes)")
    }
  }
}

@Suite struct MouseTests {
  private func events(_ reports: (String, Int)...) -> [TerminalEvent] {
    CursesTerminalTests.events(reports.map { ("\u{1B}" + $0.0, $0.1) }).flatMap(\.self)
  }

  private func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int = 4) -> TerminalEvent {
    .mouse(MouseEvent(action, at: Point(column: column, row: row)))
  }

  @Test func `reports presses, drags and the wheel by cell`() {
    expectEqual(
      events(("[<0;300;5M", 0), ("[<0;300;5m", 0)), [mouse(.press, 299), mouse(.release, 299)])
    // Two quick presses are a double press.
    let press = "[<0;3;5M"
    let (single, double) = (mouse(.press, 2), mouse(.doublePress, 2))
    expectEqual(events((press, 0), (press, 200)), [single, double])
    expectEqual(events((press, 0), (press, 600)), [single, single])
    expectEqual(
      events((press, 0), (press, 100), (press, 200), (press, 300)),
      [single, double, mouse(.triplePress, 2), single])
    expectEqual(events((press, 0), ("[<0;4;5M", 100)), [single, mouse(.press, 3)])
    expectEqual(
      events(
        (press, 0), ("[<32;3;5M", 0), ("[<32;4;5M", 0), ("[<32;4;5M", 0), ("[<32;6;5M", 0),
        ("[<0;6;5m", 0)), [single, mouse(.drag, 3), mouse(.drag, 5), mouse(.release, 5)])
    // A press after dragging is single.
    expectEqual(
      events((press, 0), ("[<32;4;5M", 0), ("[<32;3;5M", 0), ("[<0;3;5m", 0), (press, 100)).last,
      single)
    expectEqual(
      events(("[<64;1;1M", 0), ("[<65;1;1M", 0)),
      [mouse(.scrollUp, 0, 0), mouse(.scrollDown, 0, 0)])
    expectEqual(events(("[M !!", 0), ("[M#!!", 0)), [mouse(.press, 0, 0), mouse(.release, 0, 0)])
  }

  @Test func `ignores other reports`() {
    expectEqual(events(("[<32;4;5M", 0), ("[<0;4;5m", 0)), [])
    // Selecting with Shift belongs to the terminal.
    expectEqual(events(("[<4;4;5M", 0), ("[<36;5;5M", 0), ("[<4;5;5m", 0)), [])
    // Other buttons are unused.
    expectEqual(events(("[<2;1;1M", 0), ("[<32;1;1M", 0), ("[<0;0;0M", 0)), [])
  }
}

@Suite struct PasteTests {
  private let start = ContinuousClock.now

  private func paste(_ inside: [UInt8], pieces: Int) -> [TerminalEvent] {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~".utf8) + inside + Array("\u{1B}[201~".utf8)
    var events: [TerminalEvent] = []
    for from in stride(from: 0, to: bytes.count, by: pieces) {
      decoder.feed(Array(bytes[from..<min(bytes.count, from + pieces)]), at: start)
    }
    events += decoder.settle()
    return events
  }

  @Test func `pastes text as one event, and reads keys after it`() {
    for pieces in [2, 3, 5, 100] {
      expectEqual(
        paste(Array("q\r\nd\re\n한\u{1B}[A".utf8), pieces: pieces), [.paste("q\nd\ne\n한\u{1B}[A")])
    }
    expectEqual(paste([0x61, 0xFF, 0x62], pieces: 4), [.paste("a\u{FFFD}b")])
    var decoder = InputDecoder()
    decoder.feed(Array("a\u{1B}[200~b\u{1B}[201~c".utf8), at: start)
    expectEqual(decoder.settle(), [.key(.character("a")), .paste("b"), .key(.character("c"))])
  }

  @Test func `ends a paste without an end sequence`() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~all of it".utf8), at: start)
    expectEqual(decoder.settle(), [])
    expectEqual(decoder.finish(), [.paste("all of it")])
    let (escape, q) = (TerminalEvent.key(KeyEvent(.escape)), TerminalEvent.key(.character("q")))
    let text = TerminalEvent.paste("text")
    // An Esc after silence ends it, alone or with keys following within half a second.
    var cases: [([(String, Int)], [[TerminalEvent]])] = [
      ([("\u{1B}", 2000)], [[text, escape]]),
      ([("\u{1B}", 150), ("\u{1B}", 300), ("q", 450)], [[], [text, escape, escape], [q]]),
      ([("\u{3}", 150)], [[text, .key(.control("c"))]]),
    ]
    // Its end may arrive in two bursts.
    for first in ["", "[", "[2", "[20", "[201"] {
      let rest = String("[201~q".dropFirst(first.count))
      cases.append(([("\u{1B}" + first, 200), (rest, 400)], [[], [text, q]]))
    }
    for (bursts, expected) in cases {
      expectEqual(events([("\u{1B}[200~text", 0)] + bursts), [[]] + expected, "\(bursts)")
    }
  }

  @Test func `reads a pasted megabyte in linear time`() {
    let bytes = Array(repeating: Array("가나다 abc\r".utf8), count: 75_000).flatMap(\.self)
    var events: [TerminalEvent] = []
    let took = processorTime { events = paste(bytes, pieces: 4095) }
    guard case .paste(let text)? = events.first else {
      fail("no paste")
      return
    }
    expectEqual(text.utf8.count, bytes.count)
    // Unoptimized and beside other tests; only quadratic growth would exceed the limit.
    expectLess(took, .seconds(20))
  }
}

@Suite struct ReplyTests {
  private static let table: [(String, TerminalReply)] = [
    ("\u{1B}P>|kitty(0.26.5)\u{1B}\\", .name("kitty(0.26.5)")),
    ("\u{1B}P>|tmux 3.3a\u{7}", .name("tmux 3.3a")), ("\u{1B}[?62;c", .attributes([62, 0])),
    ("\u{1B}[?63;1;2;4c", .attributes([63, 1, 2, 4])),
    ("\u{1B}_Gi=31;OK\u{1B}\\", .kitty(isUnderstood: true)),
    ("\u{1B}_Gi=31;ENOTSUPPORTED:\u{1B}\\", .kitty(isUnderstood: false)),
    ("\u{1B}[6;20;9t", .cell(PixelSize(width: 9, height: 20))),
    ("\u{1B}[4;480;720t", .textArea(PixelSize(width: 720, height: 480))),
    ("\u{1B}[?2;0;1000;800S", .graphics(item: 2, values: [1000, 800])),
    ("\u{1B}[?1;0;256S", .graphics(item: 1, values: [256])),
    ("\u{1B}[?2;3S", .graphics(item: 2, values: [])),
    ("\u{1B}]11;rgb:ffff/8000/0000\u{1B}\\", .background(0xFF8000)),
    ("\u{1B}]11;rgb:15/19/1f\u{7}", .background(0x15191F)),
    ("\u{1B}]11;rgba:0000/0000/ffff/8000\u{1B}\\", .background(0x0000FF)),
    ("\u{1B}]11;rgb:f/0/8\u{7}", .background(0xFF0088)),
    ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)),
    ("\u{1B}[?2026;0$y", .mode(2026, isKnown: false)),
    ("\u{1B}[2;3R", .cursor(column: 3)), ("\u{1B}[2;12R", .cursor(column: 12)),
  ]

  @Test func `decodes replies and ignores other sequences`() {
    for (bytes, reply) in Self.table { expectEqual(decoded(bytes), [reply]) }
    for bytes in [
      "\u{1B}[?2;S", "\u{1B}[?S", "\u{1B}[9;1;1t", "\u{1B}[6;20t", "\u{1B}]11;red\u{7}",
      "\u{1B}]11;rgb:fffff/0/0\u{7}", "\u{1B}]11;rgb:/0/0\u{7}", "\u{1B}]10;rgb:0/0/0\u{7}",
      "\u{1B}[?2026;2y", "\u{1B}[>1;2c", "\u{1B}P1$r0m\u{1B}\\",
    ] {
      expect(decoded(bytes).allSatisfy { $0 == .graphics(item: 2, values: []) })
    }
  }

  private static let expecting = {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    return decoder
  }()

  private func decoded(_ bytes: String) -> [TerminalReply] {
    var decoder = InputDecoder()
    decoder.feed(Array((bytes + "a").utf8), at: .now)
    expectEqual(decoder.settle(), [.key(.character("a"))])
    return decoder.drainReplies()
  }

  @Test func `separates keys and replies however they are split`() {
    var generator = SeededGenerator(seed: 11)
    let keys: [(String, KeyEvent)] = [
      ("x", .character("x")), ("한", .character("한")), ("\r", KeyEvent(.enter)),
      ("\u{3}", .control("c")),
    ]
    for _ in 0..<RandomRounds.usually(600) {
      var (bytes, typed, answered): ([UInt8], [TerminalEvent], [TerminalReply]) = ([], [], [])
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        if Bool.random(using: &generator), let key = keys.randomElement(using: &generator) {
          bytes += Array(key.0.utf8)
          typed.append(.key(key.1))
        }
        if let (text, reply) = Self.table.randomElement(using: &generator) {
          bytes += Array(text.utf8)
          answered.append(reply)
        }
      }
      var decoder = Self.expecting
      var (events, replies): ([TerminalEvent], [TerminalReply]) = ([], [])
      while !bytes.isEmpty {
        let count = min(bytes.count, Int.random(in: 1...12, using: &generator))
        decoder.feed(Array(bytes.prefix(count)), at: .now)
        bytes.removeFirst(count)
        events += decoder.settle(withPatience: true)
        replies += decoder.drainReplies()
      }
      expectEqual(events, typed)
      expectEqual(replies, answered)
    }
  }

  @Test(arguments: table)
  func `decodes a reply split anywhere and delayed`(bytes: String, reply: TerminalReply) {
    let all = Array(bytes.utf8)
    for cut in 1..<all.count {
      var decoder = Self.expecting
      decoder.feed(Array(all[..<cut]), at: .now)
      var events = decoder.settle()
      decoder.feed(Array(all[cut...]), at: .now + .milliseconds(300))
      events += decoder.settle()
      // The beginning was reported as a key; the rest is dropped.
      switch cut {
      case 1: expectEqual(events, [.key(KeyEvent(.escape))])
      case 2: expectEqual(events, [.key(.alt(Character(Unicode.Scalar(all[1]))))])
      default: expectEqual(events, [], "cut at \(cut)")
      }
      expectEqual(decoder.drainReplies(), [reply], "cut at \(cut)")
    }
  }

  @Test func `extracts replies from a paste only when they are due`() {
    var decoder = Self.expecting
    decoder.feed(Array("\u{1B}[200~one\u{1B}[?62;4c two\u{1B}[A\u{1B}[201~".utf8), at: .now)
    expectEqual(decoder.settle(), [.paste("one two\u{1B}[A")])
    expectEqual(decoder.drainReplies(), [.attributes([62, 4])])
    expectEqual(
      events([("\u{1B}[200~one\u{1B}[?62;4c\u{1B}[201~", 0)]), [[.paste("one\u{1B}[?62;4c")]])
  }

  @Test func `reads a paste full of replies in linear time`() throws {
    var decoder = Self.expecting
    let text = String(repeating: "\u{1B}[?1c", count: 400_000)
    var events: [TerminalEvent] = []
    let time = processorTime {
      decoder.feed(Array(("\u{1B}[200~" + text + "\u{1B}[201~").utf8), at: .now)
      events = decoder.settle()
    }
    guard case .paste(let pasted)? = events.first else {
      fail("no paste")
      return
    }
    expectEqual(decoder.drainReplies().count, 16)
    expectEqual(pasted.utf8.count, text.utf8.count - 16 * 5)
    // Removed one by one, they would take minutes.
    expectLess(time, .seconds(10))
  }

  @Test func `waits for the rest of a reply, then decodes it as keys`() {
    var decoder = Self.expecting
    decoder.feed(Array("\u{1B}P>|kit".utf8), at: .now)
    expectEqual(decoder.settle(), [])
    decoder.feed(Array("\r".utf8), at: .now)
    expectEqual(decoder.settle(), [.key(KeyEvent(.enter))])
    decoder.feed(Array("\u{1B}]11;rg".utf8), at: .now)
    _ = decoder.settle()
    decoder.feed(Array("한".utf8), at: .now)
    expectEqual(decoder.settle(), [.key(.character("한"))])
    decoder.feed(Array("\u{1B}P>|kit".utf8), at: .now)
    _ = decoder.settle()
    decoder.feed(Array("a".utf8), at: .now + .seconds(6))
    expectEqual(decoder.settle(), [.key(.character("a"))])
    // Esc is still decoded after the delay.
    decoder = Self.expecting
    decoder.feed([0x1B], at: .now)
    expectEqual(decoder.settle(withPatience: true), [])
    expectEqual(decoder.settle(), [.key(KeyEvent(.escape))])
  }
}
