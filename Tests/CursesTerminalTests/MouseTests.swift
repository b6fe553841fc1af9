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

  @Test func cellsCountFromNought() {
    let point = Point(column: 299, row: 4)
    expectEqual(
      events(("[<0;300;5M", .zero), ("[<0;300;5m", .zero)),
      [
        .mouse(MouseEvent(.press, at: point)), .mouse(MouseEvent(.release, at: point)),
      ])
  }

  @Test func twoPressesSoonAreADoublePress() {
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

  @Test func draggingTellsEachCellOnce() {
    let points = [2, 3, 5].map { Point(column: $0, row: 4) }
    expectEqual(
      events(
        ("[<0;3;5M", .zero), ("[<32;3;5M", .zero), ("[<32;4;5M", .zero), ("[<32;4;5M", .zero),
        ("[<32;6;5M", .zero), ("[<0;6;5m", .zero)),
      [
        .mouse(MouseEvent(.press, at: points[0])), .mouse(MouseEvent(.drag, at: points[1])),
        .mouse(MouseEvent(.drag, at: points[2])), .mouse(MouseEvent(.release, at: points[2])),
      ])
  }

  @Test func aPressAfterDraggingIsAFirstOne() {
    expectEqual(
      events(
        ("[<0;3;5M", .zero), ("[<32;4;5M", .zero), ("[<32;3;5M", .zero), ("[<0;3;5m", .zero),
        ("[<0;3;5M", .milliseconds(100))
      ).last, .mouse(MouseEvent(.press, at: Point(column: 2, row: 4))))
  }

  @Test func whatBeganElsewhereIsNoDrag() {
    expectEqual(events(("[<32;4;5M", .zero), ("[<0;4;5m", .zero)), [])
  }

  @Test func shiftIsTheTerminals() {
    expectEqual(events(("[<4;4;5M", .zero), ("[<36;5;5M", .zero), ("[<4;5;5m", .zero)), [])
  }

  @Test func theWheel() {
    let point = Point(column: 0, row: 0)
    expectEqual(
      events(("[<64;1;1M", .zero), ("[<65;1;1M", .zero)),
      [
        .mouse(MouseEvent(.scrollUp, at: point)), .mouse(MouseEvent(.scrollDown, at: point)),
      ])
  }

  @Test func otherButtonsMeanNothing() {
    expectEqual(events(("[<2;1;1M", .zero), ("[<32;1;1M", .zero), ("[<0;0;0M", .zero)), [])
  }

  @Test func theOldFormIsUnderstood() {
    expectEqual(
      events(("[M !!", .zero), ("[M#!!", .zero)),
      [
        .mouse(MouseEvent(.press, at: Point(column: 0, row: 0))),
        .mouse(MouseEvent(.release, at: Point(column: 0, row: 0))),
      ])
  }
}
