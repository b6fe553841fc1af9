import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct MouseTests {
  private let start = ContinuousClock.now

  private func events(_ reports: (String, Duration)...) -> [TerminalEvent] {
    var decoder = InputDecoder()
    return reports.flatMap { report in
      decoder.feed(Array("\u{1B}\(report.0)".utf8), at: start + report.1)
      return decoder.settle()
    }
  }

  @Test func `reports presses, drags and the wheel by cell`() {
    let point = Point(column: 299, row: 4)
    expectEqual(
      events(("[<0;300;5M", .zero), ("[<0;300;5m", .zero)),
      [.mouse(MouseEvent(.press, at: point)), .mouse(MouseEvent(.release, at: point))])
    // Two presses soon are a double press.
    do {
      let press = ("[<0;3;5M", Duration.zero)
      let point = Point(column: 2, row: 4)
      let single = TerminalEvent.mouse(MouseEvent(.press, at: point))
      let double = TerminalEvent.mouse(MouseEvent(.doublePress, at: point))
      expectEqual(events(press, (press.0, .milliseconds(200))), [single, double])
      expectEqual(events(press, (press.0, .milliseconds(600))), [single, single])
      let triple = TerminalEvent.mouse(MouseEvent(.triplePress, at: point))
      expectEqual(
        events(
          press, (press.0, .milliseconds(100)), (press.0, .milliseconds(200)),
          (press.0, .milliseconds(300))), [single, double, triple, single])
      let elsewhere = TerminalEvent.mouse(MouseEvent(.press, at: Point(column: 3, row: 4)))
      expectEqual(events(press, ("[<0;4;5M", .milliseconds(100))), [single, elsewhere])
    }
    // Dragging tells each cell once.
    let points = [2, 3, 5].map { Point(column: $0, row: 4) }
    expectEqual(
      events(
        ("[<0;3;5M", .zero), ("[<32;3;5M", .zero), ("[<32;4;5M", .zero), ("[<32;4;5M", .zero),
        ("[<32;6;5M", .zero), ("[<0;6;5m", .zero)),
      [
        .mouse(MouseEvent(.press, at: points[0])), .mouse(MouseEvent(.drag, at: points[1])),
        .mouse(MouseEvent(.drag, at: points[2])), .mouse(MouseEvent(.release, at: points[2])),
      ])
    // A press after dragging is a first one.
    expectEqual(
      events(
        ("[<0;3;5M", .zero), ("[<32;4;5M", .zero), ("[<32;3;5M", .zero), ("[<0;3;5m", .zero),
        ("[<0;3;5M", .milliseconds(100))
      ).last, .mouse(MouseEvent(.press, at: Point(column: 2, row: 4))))
    // The wheel.
    do {
      let point = Point(column: 0, row: 0)
      expectEqual(
        events(("[<64;1;1M", .zero), ("[<65;1;1M", .zero)),
        [.mouse(MouseEvent(.scrollUp, at: point)), .mouse(MouseEvent(.scrollDown, at: point))])
    }
    // The old form is understood.
    expectEqual(
      events(("[M !!", .zero), ("[M#!!", .zero)),
      [
        .mouse(MouseEvent(.press, at: Point(column: 0, row: 0))),
        .mouse(MouseEvent(.release, at: Point(column: 0, row: 0))),
      ])
  }

  @Test func `passes over what is no press, drag or wheel`() {
    expectEqual(events(("[<32;4;5M", .zero), ("[<0;4;5m", .zero)), [])
    // Shift is the terminal's.
    expectEqual(events(("[<4;4;5M", .zero), ("[<36;5;5M", .zero), ("[<4;5;5m", .zero)), [])
    // Other buttons mean nothing.
    expectEqual(events(("[<2;1;1M", .zero), ("[<32;1;1M", .zero), ("[<0;0;0M", .zero)), [])
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
    // An escape after silence ends it.
    do {
      var decoder = InputDecoder()
      decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
      decoder.feed([0x1B], at: start + .seconds(2))
      expectEqual(decoder.settle(), [.paste("text"), .key(KeyEvent(.escape))])
    }
    // An escape by itself ends it.
    // A person who presses keys one after the other, faster than after half a second.
    do {
      var decoder = InputDecoder()
      var events: [TerminalEvent] = []
      for (number, bytes) in [Array("\u{1B}[200~text".utf8), [0x1B], [0x1B], [0x71]].enumerated() {
        decoder.feed(bytes, at: start + .milliseconds(150 * number))
        events += decoder.settle()
      }
      expectEqual(
        events,
        [.paste("text"), .key(KeyEvent(.escape)), .key(KeyEvent(.escape)), .key(.character("q"))])
    }
    // Ctrl-C by itself ends it.
    do {
      var decoder = InputDecoder()
      decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
      expectEqual(decoder.settle(), [])
      decoder.feed([0x03], at: start + .milliseconds(150))
      expectEqual(decoder.settle(), [.paste("text"), .key(.control("c"))])
    }
    // Its end may come in two bursts.
    for first in ["", "[", "[2", "[20", "[201"] {
      var decoder = InputDecoder()
      decoder.feed(Array("\u{1B}[200~text".utf8), at: start)
      expectEqual(decoder.settle(), [])
      decoder.feed(Array("\u{1B}\(first)".utf8), at: start + .milliseconds(200))
      expectEqual(decoder.settle(), [])
      decoder.feed(Array("[201~q".dropFirst(first.count).utf8), at: start + .milliseconds(400))
      expectEqual(decoder.settle(), [.paste("text"), .key(.character("q"))])
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
