import TestSupport

/// From starting the program to the last word of its first full screen, beside a C program that
/// does nothing else, and beside itself with other diaries.
enum FirstFrame {
  static let benchmark = Benchmark(name: "first-frame", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let options = bench.options
    let diary = try bench.diary(of: options.entries)
    let (ours, reference) = try await Turns.take(
      options.runs,
      ours: { try time(diary) },
      reference: {
        try time(options.program("first-frame"), until: "END-OF-FRAME", diary)
      })
    let diaries = try options.sizes.map { try bench.diary(of: $0) }
    let samples = try await Turns.take(
      options.runs,
      diaries.map { diary in { try time(diary) } })
    let name = "first frame, \(Decimals.grouped(options.entries)) entries, beside C"
    return [
      Finding(
        name: name + ", median", unit: "ms", ours: ours.median, reference: reference.median,
        limit: .atMost(5)),
      Finding(
        name: name + ", fastest", unit: "ms", ours: ours.quantile(0),
        reference: reference.quantile(0)),
      Finding(
        name: name + ", 9 of 10 below", unit: "ms", ours: ours.quantile(0.9),
        reference: reference.quantile(0.9)),
    ] + Growth.findings("first frame", sizes: options.sizes, samples: samples)
  }

  /// What the first frame ends with: rows are written from the top, and this stands at the end of
  /// the last one. What comes after, as of this day in earlier years, is another frame's.
  private static let lastWord = "calendar"

  /// The time of a diary's own.
  static func time(_ diary: BenchmarkDiary) throws -> Duration {
    try time(diary.program, until: lastWord, diary)
  }

  private static func time(
    _ program: String, until marker: String, _ diary: BenchmarkDiary
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let terminal = try PseudoTerminal(
      program: program, environment: diary.environment, columns: 120, rows: 40)
    let wanted = Array(marker.utf8)
    while terminal.read(until: start + .seconds(10)) {
      if terminal.bytes.contains(wanted) { return clock.now - start }
    }
    throw NoFrame(program: program, output: String(decoding: terminal.bytes, as: UTF8.self))
  }
}

extension [UInt8] {
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    return indices.dropLast(wanted.count - 1).contains { index in
      self[index] == first && self[index...].starts(with: wanted)
    }
  }
}
