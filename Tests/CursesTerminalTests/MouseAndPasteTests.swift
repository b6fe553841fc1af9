import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct MouseTests {
  private func events(_ reports: (String, Int)...) -> [TerminalEvent] {
    CursesTerminalTests.events(reports.map { ("\u{1B}" + $0.0, $0.1) }).flatMap(\.self)
  }

  @Test func `reports presses, drags and the wheel by cell`() {
    let point = Point(column: 299, row: 4)
    expectEqual(
      events(("[<0;300;5M", 0), ("[<0;300;5m", 0)),
      [.mouse(MouseEvent(.press, at: point)), .mouse(MouseEvent(.release, at: point))])
    // Two presses soon are a double press.
    let press = ("[<0;3;5M", 0)
    let place = Point(column: 2, row: 4)
    let single = TerminalEvent.mouse(MouseEvent(.press, at: place))
    let double = TerminalEvent.mouse(MouseEvent(.doublePress, at: place))
    expectEqual(events(press, (press.0, 200)), [single, double])
    expectEqual(events(press, (press.0, 600)), [single, single])
    let triple = TerminalEvent.mouse(MouseEvent(.triplePress, at: place))
    expectEqual(
      events(
        press, (press.0, 100), (press.0, 200),
        (press.0, 300)), [single, double, triple, single])
    let elsewhere = TerminalEvent.mouse(MouseEvent(.press, at: Point(column: 3, row: 4)))
    expectEqual(events(press, ("[<0;4;5M", 100)), [single, elsewhere])
    // Dragging reports each cell once.
    let points = [2, 3, 5].map { Point(column: $0, row: 4) }
    expectEqual(
      events(
        ("[<0;3;5M", 0), ("[<32;3;5M", 0), ("[<32;4;5M", 0), ("[<32;4;5M", 0),
        ("[<32;6;5M", 0), ("[<0;6;5m", 0)),
      [
        .mouse(MouseEvent(.press, at: points[0])), .mouse(MouseEvent(.drag, at: points[1])),
        .mouse(MouseEvent(.drag, at: points[2])), .mouse(MouseEvent(.release, at: points[2])),
      ])
    // A press after dragging is a first one.
    expectEqual(
      events(
        ("[<0;3;5M", 0), ("[<32;4;5M", 0), ("[<32;3;5M", 0), ("[<0;3;5m", 0),
        ("[<0;3;5M", 100)
      ).last, .mouse(MouseEvent(.press, at: Point(column: 2, row: 4))))
    let corner = Point(column: 0, row: 0)
    expectEqual(
      events(("[<64;1;1M", 0), ("[<65;1;1M", 0)),
      [.mouse(MouseEvent(.scrollUp, at: corner)), .mouse(MouseEvent(.scrollDown, at: corner))])
    // The old form is understood.
    expectEqual(
      events(("[M !!", 0), ("[M#!!", 0)),
      [.mouse(MouseEvent(.press, at: corner)), .mouse(MouseEvent(.release, at: corner))])
  }

  @Test func `passes over other reports`() {
    expectEqual(events(("[<32;4;5M", 0), ("[<0;4;5m", 0)), [])
    // Selecting with Shift belongs to the terminal.
    expectEqual(events(("[<4;4;5M", 0), ("[<36;5;5M", 0), ("[<4;5;5m", 0)), [])
    // Other buttons mean nothing.
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
    // Invalid bytes are replaced.
    expectEqual(paste([0x61, 0xFF, 0x62], pieces: 4), [.paste("a\u{FFFD}b")])
    // Keys go on after it.
    var decoder = InputDecoder()
    decoder.feed(Array("a\u{1B}[200~b\u{1B}[201~c".utf8), at: start)
    expectEqual(decoder.settle(), [.key(.character("a")), .paste("b"), .key(.character("c"))])
  }

  @Test func `ends a paste that has no end`() {
    var decoder = InputDecoder()
    decoder.feed(Array("\u{1B}[200~all of it".utf8), at: start)
    expectEqual(decoder.settle(), [])
    expectEqual(decoder.finish(), [.paste("all of it")])
    let (escape, q) = (TerminalEvent.key(KeyEvent(.escape)), TerminalEvent.key(.character("q")))
    let text = TerminalEvent.paste("text")
    // An Esc after silence ends it, and one alone, also if keys follow within half a second.
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
    // Without optimisation and beside other tests; what matters is that it doesn't grow squared.
    expectLess(took, .seconds(20))
  }
}
