/// Importing and exporting entries that have a photo each.
enum BulkPhotos {
  static let benchmark = Benchmark(name: "photos", run: run)
  private static let count = 300

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let folder = try bench.newFolder("photos")
    let diary = try bench.copy(of: bench.smallest)
    let photos = try SamplePhoto(bench).write(count, to: folder)
    let lines = zip(Corpus.entries(count), photos).map { $0.line(photo: $1) }
    let file = folder + "/entries.jsonl"
    try FileWriter.write(lines, to: file)
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        _ = try Disk.sync(folder)
        let store = bench.newPath("imported")
        return try diary.run(store: store, "import", file, "--format", "jsonl").time()
      },
      reference: {
        let copy = bench.newPath("copied")
        _ = try Disk.sync(folder)
        return try Tool.run("cp", ["-r", folder, copy]).time() + Disk.sync(copy)
      })
    try diary.run("import", file, "--format", "jsonl").result()
    let export = try await Exports.beside(
      "export of \(diary.entries + count) entries, \(count) photos", diary, bench)
    return [
      Finding(
        name: "import of \(count) entries and photos, beside cp -r and sync", unit: "ms",
        ours: ours.median, reference: reference.median),
      export,
    ]
  }
}
