/// Backing up a diary with many photos beside copying its folder and hashing the copy, and once more
/// when nothing is new.
enum Backups {
  static let benchmark = Benchmark(name: "backup", run: run)
  private static let photos = 1000

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try await diary(bench)
    var folder = ""
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        folder = bench.newPath("backups")
        _ = try Disk.sync(diary.home)
        return try diary.run("backup", folder).time()
      },
      reference: {
        let copy = bench.newPath("copied")
        _ = try Disk.sync(diary.home)
        let copying = try Tool.run("cp", ["-r", diary.store, copy]).time() + Disk.sync(copy)
        return try copying
          + Tool.run("find", [copy, "-type", "f", "-exec", "sha256sum", "{}", "+"]).time()
      })
    let (again, links) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        _ = try Disk.sync(diary.home)
        return try diary.run("backup", folder).time()
      },
      reference: {
        let copy = bench.newPath("linked")
        _ = try Disk.sync(diary.home)
        return try Tool.run("cp", ["-rl", diary.store, copy]).time() + Disk.sync(copy)
      })
    let what = "\(Decimals.grouped(diary.entries)) entries, \(Decimals.grouped(photos)) photos"
    return [
      Finding(
        name: "backup of \(what), beside cp -r, sync, sha256sum", unit: "ms",
        ours: ours.median, reference: reference.median, limit: .atMost(1.5)),
      Finding(
        name: "the next backup, beside cp -rl and sync", unit: "ms", ours: again.median,
        reference: links.median),
      Finding(
        name: "the next backup, beside the first", unit: "ms", ours: again.median,
        reference: ours.median, limit: .atMost(0.7)),
    ]
  }

  /// The diary that has neither few nor very many entries, with as many photos.
  @MainActor
  private static func diary(_ bench: Workbench) async throws -> BenchmarkDiary {
    let sizes = bench.options.sizes
    let diary = try bench.copy(of: bench.diary(of: sizes[sizes.count / 2]))
    let folder = try bench.newFolder("photos")
    let files = try SamplePhoto(bench).write(photos, to: folder)
    let lines = zip(Corpus.entries(photos), files).map { $0.line(photo: $1) }
    let file = folder + "/entries.jsonl"
    try FileWriter.write(lines, to: file)
    try diary.run("import", file, "--format", "jsonl").result()
    return diary
  }
}
