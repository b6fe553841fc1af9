/// Exporting a whole diary beside copying what came of it. Each goes into a new folder, for ext4
/// is slow at making files where many have just gone.
enum Exports {
  static let benchmark = Benchmark(name: "export", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let finding = try await beside(
      "export of \(Decimals.grouped(diary.entries)) to Markdown", diary, bench, limit: 2)
    return [finding]
  }

  /// Exports to Markdown, and copies the result, by turns.
  @MainActor
  static func beside(
    _ name: String, _ diary: BenchmarkDiary, _ bench: Workbench, limit: Double? = nil
  ) async throws -> Finding {
    var exported = ""
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        exported = bench.newPath("exported")
        _ = try Disk.sync(diary.home)
        return try diary.run("export", exported, "--format", "markdown").time()
      },
      reference: {
        let copy = bench.newPath("copied")
        _ = try Disk.sync(diary.home)
        return try Tool.run("cp", ["-r", exported, copy]).time() + Disk.sync(copy)
      })
    return Finding(
      name: name + ", beside cp -r and sync", unit: "ms", ours: ours.median,
      reference: reference.median, limit: limit.map { .atMost($0) })
  }
}
