import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Random input never ends the program, and it can always be left. PHOTODIARY_FUZZ is the number
  /// of seeds, or `seed:` and a seed; PHOTODIARY_FUZZ_BYTES the number of bytes for each.
  @Suite(.serialized) struct Fuzz {
    enum Exit: CaseIterable { case controlC, signal, closedWindow }

    private static let seeds: [UInt64] = {
      let wanted = getenv("PHOTODIARY_FUZZ").map { String(cString: $0) } ?? "3"
      if let seed = UInt64(wanted.trimmingPrefix("seed:")), wanted.hasPrefix("seed:") {
        return [seed]
      }
      return Array(1...(UInt64(wanted) ?? 3))
    }()
    private static let bytes =
      getenv("PHOTODIARY_FUZZ_BYTES").flatMap { Int(String(cString: $0)) } ?? 3000

    @Test(arguments: seeds) func `the program can be left`(seed: UInt64) throws {
      var input = FuzzInput(seed: seed)
      let home = try TestHome(environment: ["VISUAL": "true", "EDITOR": "true"])
      try home.add("One", "Two", "Three", "Four")
      let session = try home.open()
      var sent = 0
      while sent < Self.bytes, !session.terminal.hasEnded {
        let bytes = input.next()
        sent += bytes.count
        session.send(bytes: bytes)
      }
      let exit = Exit.allCases[Int(seed % UInt64(Exit.allCases.count))]
      switch exit {
      case .controlC:
        // Ctrl-C is repeated until it is handled.
        while !session.terminal.hasEnded, session.terminal.write([0x03]) {
          session.settle(for: .milliseconds(200))
        }
      case .signal: session.terminal.signal(SIGHUP)
      case .closedWindow: session.terminal.hangUp()
      }
      let end = try session.waitForEnd()
      // A busy machine may end the program by the signal before it handles it.
      let isEnded = end == .status(0) || exit != .controlC && end == .signal(SIGHUP)
      expect(isEnded, "seed \(seed), \(exit): \(end)")
      try expectEqual(home.run(["verify"]).status, 0, "seed \(seed)")
    }
  }
}

/// Random bytes as sent by a terminal, a user or a broken connection.
struct FuzzInput {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let keys = Array(
    "jkgGTnedux/cptJ?\t\r bBiovVRwsmhHlLfFaAzZyY12#@:;.+-=*<>SUNMKD".utf8)
  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
    "\u{1B}[F", "\u{1B}[3~", "\u{1B}OP", "\u{1B}[Z", "\u{1B}",
  ]
  private static let beginnings = [
    "\u{1B}[", "\u{1B}]11;", "\u{1B}_G", "\u{1B}P>|", "\u{1B}[?", "\u{1B}O", "\u{1B}[M",
    "\u{1B}[1;", "\u{1B}\u{1B}[", "\u{1B}^x", "\u{1B}X", "\u{1B}[200~",
  ]

  /// Returns some bytes without q, Ctrl-C and Ctrl-Z, after which no one would continue the
  /// program.
  mutating func next() -> [UInt8] {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: return some(1...8) { Self.keys.randomElement(using: &$0) ?? 0x6A }
    case ..<58: return some(1...1) { UInt8.random(in: 1..<32, using: &$0) }
    case ..<70: return Array((Self.sequences.randomElement(using: &random) ?? "").utf8)
    case ..<78:
      let button = [0, 0, 2, 32, 64, 65].randomElement(using: &random) ?? 0
      let (column, row) = (
        Int.random(in: 1...90, using: &random), Int.random(in: 1...26, using: &random)
      )
      let end = Bool.random(using: &random) ? "M" : "m"
      return Array("\u{1B}[<\(button);\(column);\(row)\(end)".utf8)
    case ..<84:
      let text = some(5...200) { UInt8.random(in: 32..<127, using: &$0) }
      return Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)
    case ..<92: return Array((Self.beginnings.randomElement(using: &random) ?? "").utf8)
    case ..<96: return some(1...12) { UInt8.random(in: 0...255, using: &$0) }
    default: return Array("한글é👨‍👩‍👧".utf8)
    }
  }

  private mutating func some(
    _ count: ClosedRange<Int>, _ byte: (inout SeededGenerator) -> UInt8
  ) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in byte(&random) }
      .filter { $0 != 0x03 && $0 != 0x1A }
  }
}
