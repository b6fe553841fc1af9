/// The first ten entries of a diary whose index was deleted.
enum LostIndex {
  static let benchmark = Benchmark(name: "lost-index", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.largest)
    func listing() throws -> [UInt8] {
      try diary.run("list", "--format", "jsonl").result().output
    }
    let before = try listing()
    let samples = try await Turns.take(
      bench.options.slowRuns,
      [
        {
          try Disk.remove(diary.index)
          return try diary.run("list", "--limit", "10").time()
        }
      ])
    try Disk.remove(diary.index)
    let after = try listing()
    let name = "index deleted, \(Decimals.grouped(diary.entries)) entries"
    return [
      Finding(
        name: name + ": list --limit 10", unit: "ms", ours: samples[0].median,
        limit: .atMost(3000)),
      Finding(
        name: name + ": listings that differ", ours: before == after ? 0 : 1,
        limit: .exactly(0)),
    ]
  }
}
