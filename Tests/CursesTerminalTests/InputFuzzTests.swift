import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

/// Whatever a terminal sends, keys come of it or nothing.
@Suite struct InputFuzzTests {
  private static let samples = [
    "\u{1B}[?62;4c\u{1B}]11;rgb:00/00/00\u{7}a", "\u{1B}P>|xterm(388)\u{1B}\\\u{1B}[6;18;9t",
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?2;0;800;600S\u{1B}[?2026;2$y",
    "\u{1B}[<0;10;20M\u{1B}[<0;10;20m",
    "\u{1B}[200~한\n글\u{1B}[201~b", "\u{1B}[1;5C\u{1B}OP\u{1B}[115;5u\u{1B}[27;5;115~한e\u{301}",
  ].map { Array($0.utf8) }
  private static let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}_G", "\u{1B}\\", "\u{7}", ";", "?", "$", "<",
    "999999999999999999999", "-1", "c", "t", "S", "y", "M", "~", "u", "\u{1B}[200~", "\u{1B}[201~",
    "|",
    "rgb:", "ffff/", "\u{9B}", "👩‍👩‍👧‍👦", "\0",
  ]

  @Test func anyBytesAreRead() {
    var mutator = Mutator("terminal input", rounds: 5000, pieces: Self.pieces)
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
