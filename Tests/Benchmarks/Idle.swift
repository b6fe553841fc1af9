import TestSupport

/// What a diary that is left open costs: nothing.
enum Idle {
  static let benchmark = Benchmark(name: "idle", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.entries)
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    let ticks = terminal.cpuTicks() ?? 0
    let bytes = terminal.bytes.count
    let deadline = ContinuousClock.now + .seconds(3)
    while terminal.read(until: deadline) {}
    return [
      Finding(
        name: "idle for 3 s, CPU", unit: "ticks", ours: Double((terminal.cpuTicks() ?? 0) - ticks),
        limit: .exactly(0)),
      Finding(
        name: "idle for 3 s, written", unit: "B", ours: Double(terminal.bytes.count - bytes),
        limit: .exactly(0)),
    ]
  }
}
