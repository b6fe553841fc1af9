import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

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
  ]

  @Test func `decodes replies and passes over other sequences`() {
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

  /// The replies in bytes before a key.
  private func decoded(_ bytes: String) -> [TerminalReply] {
    var decoder = InputDecoder()
    decoder.feed(Array((bytes + "a").utf8), at: .now)
    expectEqual(decoder.settle(), [.key(.character("a"))])
    return decoder.drainReplies()
  }

  /// Whatever is read at once, and whatever is typed between two answers.
  @Test func `keeps keys and replies apart however they are split`() {
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

  /// When the terminal is so late that nobody waits for it with patience any more.
  @Test(arguments: table)
  func `decodes a reply that is cut anywhere and late`(bytes: String, reply: TerminalReply) {
    let all = Array(bytes.utf8)
    for cut in 1..<all.count {
      var decoder = Self.expecting
      decoder.feed(Array(all[..<cut]), at: .now)
      var events = decoder.settle()
      decoder.feed(Array(all[cut...]), at: .now + .milliseconds(300))
      events += decoder.settle()
      // What may have been a key was told as one; what follows isn't typed.
      switch cut {
      case 1: expectEqual(events, [.key(KeyEvent(.escape))])
      case 2: expectEqual(events, [.key(.alt(Character(Unicode.Scalar(all[1]))))])
      default: expectEqual(events, [], "cut at \(cut)")
      }
      expectEqual(decoder.drainReplies(), [reply], "cut at \(cut)")
    }
  }

  @Test func `takes replies out of a paste only when they are due`() {
    var decoder = Self.expecting
    decoder.feed(Array("\u{1B}[200~one\u{1B}[?62;4c two\u{1B}[A\u{1B}[201~".utf8), at: .now)
    expectEqual(decoder.settle(), [.paste("one two\u{1B}[A")])
    expectEqual(decoder.drainReplies(), [.attributes([62, 4])])
    expectEqual(
      events([("\u{1B}[200~one\u{1B}[?62;4c\u{1B}[201~", 0)]), [[.paste("one\u{1B}[?62;4c")]])
  }

  /// Who pastes what looks like a million answers doesn't wait for that.
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
    // Taken out one by one, they would take minutes.
    expectLess(time, .seconds(10))
  }

  @Test func `waits for the rest of a reply and takes it for keys at last`() {
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
    // Esc with patience is still Esc.
    decoder = Self.expecting
    decoder.feed([0x1B], at: .now)
    expectEqual(decoder.settle(withPatience: true), [])
    expectEqual(decoder.settle(), [.key(KeyEvent(.escape))])
  }
}
