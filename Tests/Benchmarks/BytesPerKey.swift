import TestSupport

/// What a key that moves the selection costs on a slow line: the bytes that are written for it.
enum BytesPerKey {
  static let benchmark = Benchmark(name: "bytes-per-key", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.entries)
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    // Down through the first screen, and on while the list scrolls; then back up.
    let steps = [("j", 25, "within the screen"), ("j", 75, "scrolling"), ("k", 25, "back up")]
    var all = Samples()
    var findings: [Finding] = []
    for (key, count, words) in steps {
      var samples = Samples()
      for _ in 0..<count {
        let before = terminal.bytes.count
        terminal.write(Array(key.utf8))
        terminal.settle(silence: .milliseconds(25), atMost: .seconds(5))
        samples.add(Double(terminal.bytes.count - before))
        all.add(Double(terminal.bytes.count - before))
      }
      findings.append(
        Finding(name: "bytes per key, \(words), median", unit: "B", ours: samples.median))
    }
    return [
      Finding(
        name: "bytes per key, median", unit: "B", ours: all.median, limit: .atMost(2047)),
      Finding(name: "bytes per key, most", unit: "B", ours: all.values.max() ?? 0),
    ] + findings
  }
}
