import DiaryCore
import TestSupport

/// A tag that gets another name in a sixth of all entries, as a whole process.
enum RenamedTags {
  static let benchmark = Benchmark(name: "tags", run: run)

  /// In milliseconds, for so many entries.
  private static let limit = 2000.0
  private static let entries = 10_000.0

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.largest)
    let old = Corpus.someTag
    let found = try diary.run("list", "--tag", old, "--format", "jsonl").result().output
    let count = found.count { $0 == 0x0A }
    let first = try milliseconds(diary.run("tags", "rename", old, "renamed"))
    // Back again, so that it is the same each time.
    let second = try milliseconds(diary.run("tags", "rename", "renamed", old))
    let slower = max(first, second)
    let time = slower * min(1, entries / Double(max(1, count)))
    return [
      Finding(
        name: "a tag renamed in 10,000 of \(diary.entries) entries", unit: "ms", ours: time,
        limit: .atMost(limit)),
      try Saves.syncs(of: diary.run("tags", "rename", old, "renamed"), "renaming a tag", bench),
    ]
  }

  private static func milliseconds(_ run: ProgramRun) throws -> Double {
    try run.time() / .milliseconds(1)
  }
}
