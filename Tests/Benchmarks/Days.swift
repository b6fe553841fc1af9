import DiaryCore
import TerminalUI

/// The screens of days, and what a shell asks when it starts.
enum Days {
  static let benchmark = Benchmark(name: "days", run: run)

  /// In milliseconds, of 99 keys in 100: one frame.
  private static let frame = 16.0

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let service = try OpenDiary(diary).service
    let size = Decimals.grouped(diary.entries)
    var findings: [Finding] = []
    let keys: [(String, opened: KeyEvent, pressed: KeyEvent)] = [
      ("calendar, a day", .character("c"), .character("h")),
      ("calendar, a month", .character("c"), KeyEvent(.pageUp)),
      ("calendar, a year", .character("c"), .character("<")),
      ("on this day, a day", .character("o"), .character("h")),
    ]
    for (name, opened, pressed) in keys {
      // Made anew for each round of years, so that nothing is known of the years that it comes to.
      var screen = try await DayScreen(service, opened: opened)
      var pressedKeys = 0
      let samples = try await Turns.take(
        10 * bench.options.runs,
        [
          {
            if pressedKeys == 25 {
              screen = try await DayScreen(service, opened: opened)
              pressedKeys = 0
            }
            pressedKeys += 1
            return try await screen.press(pressed)
          }
        ])
      findings.append(
        Finding(
          name: "\(name), \(size) entries, 99 of 100 below", unit: "ms",
          ours: samples[0].quantile(0.99), limit: .atMost(frame)))
    }
    let (ours, reference) = try await Turns.take(
      bench.options.runs,
      ours: { try diary.run("onthisday").time() },
      reference: { try diary.run("--version").time() })
    findings.append(
      Finding(
        name: "onthisday, \(size) entries, beside --version", unit: "ms", ours: ours.median,
        reference: reference.median, limit: .atMost(1.5)))
    return findings
  }
}
