/// Importing a whole diary beside `jq`, which reads the same lines and writes them again.
enum Imports {
  static let benchmark = Benchmark(name: "import", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let jq = try Tool.run("jq", ["-c", ".", diary.corpus])
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        _ = try Disk.sync(diary.home)
        return try diary.importCorpus(into: bench.newPath("imported")).time()
      },
      reference: { try jq.time() })
    return [
      Finding(
        name: "import of \(Decimals.grouped(diary.entries)) lines, beside jq -c .", unit: "ms",
        ours: ours.median, reference: reference.median, limit: .atMost(3))
    ]
  }
}
