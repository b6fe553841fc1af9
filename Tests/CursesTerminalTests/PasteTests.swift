import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

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

  @Test(arguments: [2, 3, 5, 100])
  func isOneEvent(pieces: Int) {
    expectEqual(
      paste(Array("q\r\nd\re\n한\u{1B}[A".utf8), pieces: pieces),
      [
        .paste("q\nd\ne\n한\u{1B}[A")
      ])
  }

  @Test func invalidBytesAreReplaced() {
    expectEqual(paste([0x61, 0xFF, 0x62], pieces: 4), [.paste("a\u{FFFD}b")])
  }

  @Test func keysGoOnAfterIt() {
    var decoder = InputDecoder()
    decoder.feed(Array("a\u{1B}[200~b\u{1B}[201~c".utf8), at: start)
    expectEqual(decoder.settle(), [.key(.character("a")), .paste("b"), .key(.character("c"))])
  }

  @Test func withoutAnEndItIsGivenWhenTheTerminalGoes() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~all of it".utf8), at: start)
    expectEqual(decoder.settle(), [])
    expectEqual(decoder.finish(), [.paste("all of it")])
  }

  @Test func anEscapeAfterSilenceEndsIt() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
    decoder.feed([0x1B], at: start + .seconds(2))
    expectEqual(decoder.settle(), [.paste("text"), .key(KeyEvent(.escape))])
  }

  /// A person who presses keys one after the other, faster than after half a second.
  @Test func anEscapeByItselfEndsIt() {
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    for (number, bytes) in [Array("\u{1B}[200~text".utf8), [0x1B], [0x1B], [0x71]].enumerated() {
      decoder.feed(bytes, at: start + .milliseconds(150 * number))
      events += decoder.settle()
    }
    expectEqual(
      events,
      [
        .paste("text"), .key(KeyEvent(.escape)), .key(KeyEvent(.escape)), .key(.character("q")),
      ])
  }

  @Test(arguments: ["", "[", "[2", "[20", "[201"])
  func itsEndMayComeInTwoBursts(first: String) {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
    expectEqual(decoder.settle(), [])
    decoder.feed(Array("\u{1B}\(first)".utf8), at: start + .milliseconds(200))
    expectEqual(decoder.settle(), [])
    decoder.feed(Array("[201~q".dropFirst(first.count).utf8), at: start + .milliseconds(400))
    expectEqual(decoder.settle(), [.paste("text"), .key(.character("q"))])
  }

  @Test func controlCByItselfEndsIt() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
    expectEqual(decoder.settle(), [])
    decoder.feed([0x03], at: start + .milliseconds(150))
    expectEqual(decoder.settle(), [.paste("text"), .key(.control("c"))])
  }

  @Test func aMegabyteIsReadAtOnce() {
    let bytes = Array(repeating: Array("가나다 abc\r".utf8), count: 75_000).flatMap(\.self)
    var events: [TerminalEvent] = []
    let took = processorTime { events = paste(bytes, pieces: 4095) }
    guard case .paste(let text)? = events.first else {
      fail("no paste")
      return
    }
    expectEqual(text.utf8.count, bytes.count)
    // Without optimisation and beside other tests; what matters is that it doesn't grow squared.
    expectLess(took, .seconds(20))
  }
}
