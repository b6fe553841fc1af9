import TestSupport

/// The diary in numbers, for which every entry is read.
enum Statistics {
  static let benchmark = Benchmark(name: "statistics", run: run)

  /// In milliseconds, and in millions of bytes.
  private static let (longest, largest) = (2000.0, 96.0)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let name = "\(Decimals.grouped(diary.entries)) entries"
    let times = try await Turns.take(
      max(1, bench.options.runs / 5), [{ try diary.run("stats", "--format", "json").time() }])
    let terminal = try diary.openAndSettle(columns: 120, rows: 40)
    terminal.write(Array("s".utf8))
    // As much as it is while entries are counted.
    var most = 0.0
    var deadline = ContinuousClock.now + .seconds(20)
    while terminal.read(until: deadline) {
      most = max(most, try Memory.ofAll(terminal, bench))
      deadline = .now + .seconds(1)
    }
    return [
      Finding(
        name: "stats, \(name)", unit: "ms", ours: times[0].median, limit: .atMost(longest)),
      Finding(
        name: "memory, \(name), most seen on the statistics", unit: "MB", ours: most,
        limit: .atMost(largest)),
    ]
  }
}
