import TerminalUI
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
    let event = MouseEvent(.press, at: Point(column: 299, row: 4))
    #expect(events(("[<0;300;5M", .zero), ("[<0;300;5m", .zero)) == [.mouse(event)])
  }

  @Test func twoPressesSoonAreADoublePress() {
    let press = ("[<0;3;5M", Duration.zero)
    let point = Point(column: 2, row: 4)
    let single = TerminalEvent.mouse(MouseEvent(.press, at: point))
    let double = TerminalEvent.mouse(MouseEvent(.doublePress, at: point))
    #expect(events(press, (press.0, .milliseconds(200))) == [single, double])
    #expect(events(press, (press.0, .milliseconds(600))) == [single, single])
    #expect(
      events(press, (press.0, .milliseconds(100)), (press.0, .milliseconds(200)))
        == [single, double, single])
    let elsewhere = TerminalEvent.mouse(MouseEvent(.press, at: Point(column: 3, row: 4)))
    #expect(events(press, ("[<0;4;5M", .milliseconds(100))) == [single, elsewhere])
  }

  @Test func theWheel() {
    let point = Point(column: 0, row: 0)
    #expect(
      events(("[<64;1;1M", .zero), ("[<65;1;1M", .zero)) == [
        .mouse(MouseEvent(.scrollUp, at: point)), .mouse(MouseEvent(.scrollDown, at: point)),
      ])
  }

  @Test func otherButtonsMeanNothing() {
    #expect(events(("[<2;1;1M", .zero), ("[<32;1;1M", .zero), ("[<0;0;0M", .zero)) == [])
  }

  @Test func theOldFormIsUnderstood() {
    #expect(
      events(("[M !!", .zero), ("[M#!!", .zero)) == [
        .mouse(MouseEvent(.press, at: Point(column: 0, row: 0)))
      ])
  }
}
