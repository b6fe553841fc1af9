import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

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
  func controlCIsPressed(expectsReplies: Bool) {
    for beginning in Self.beginnings {
      let events = events(after: beginning, [[0x03]], expectsReplies: expectsReplies)
      expectEqual(events.last, .key(.control("c")), "\(beginning)")
    }
  }

  @Test(arguments: [false, true])
  func escapeAndQArePressed(expectsReplies: Bool) {
    for beginning in Self.beginnings {
      let events = events(
        after: beginning, [[0x1B], [0x71], [0x1B], [0x71]], expectsReplies: expectsReplies)
      expectEqual(
        events.suffix(2), [.key(KeyEvent(.escape)), .key(.character("q"))], "\(beginning)")
    }
  }

  /// A burst is read in parts when it is long; no character and no sequence is torn by that.
  @Test func longBurstsComeInParts() {
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
        [
          .key(.character("a")), family, .key(.character("e\u{301}")), .key(KeyEvent(.up)), family,
        ], "\(cut)")
    }
  }
}
