import TerminalUI
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
    #expect(
      paste(Array("q\r\nd\re\n한\u{1B}[A".utf8), pieces: pieces) == [
        .paste("q\nd\ne\n한\u{1B}[A")
      ])
  }

  @Test func invalidBytesAreReplaced() {
    #expect(paste([0x61, 0xFF, 0x62], pieces: 4) == [.paste("a\u{FFFD}b")])
  }

  @Test func keysGoOnAfterIt() {
    var decoder = InputDecoder()
    decoder.feed(Array("a\u{1B}[200~b\u{1B}[201~c".utf8), at: start)
    #expect(decoder.settle() == [.key(.character("a")), .paste("b"), .key(.character("c"))])
  }

  @Test func withoutAnEndItIsGivenWhenTheTerminalGoes() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~all of it".utf8), at: start)
    #expect(decoder.settle() == [])
    #expect(decoder.finish() == [.paste("all of it")])
  }

  @Test func anEscapeAfterSilenceEndsIt() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
    decoder.feed([0x1B], at: start + .seconds(2))
    #expect(decoder.settle() == [.paste("text"), .key(KeyEvent(.escape))])
  }

  @Test func aMegabyteIsReadAtOnce() {
    let bytes = Array(repeating: Array("가나다 abc\r".utf8), count: 75_000).flatMap(\.self)
    let began = ContinuousClock.now
    guard case .paste(let text)? = paste(bytes, pieces: 4095).first else {
      Issue.record("no paste")
      return
    }
    let took = ContinuousClock.now - began
    #expect(text.utf8.count == bytes.count)
    // Without optimisation and beside other tests; what matters is that it doesn't grow squared.
    #expect(took < .seconds(2))
  }
}
