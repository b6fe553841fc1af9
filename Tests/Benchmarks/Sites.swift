import TestSupport

/// Exporting a site. The first export draws the thumbnails, the later ones take them from the cache.
enum Sites {
  static let benchmark = Benchmark(name: "html", run: run)
  private static let entries = 10_000
  private static let photos = 1000

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let folder = try bench.newFolder("site")
    let diary = try bench.copy(of: bench.smallest)
    let store = bench.newPath("pictured")
    let names = try SamplePhoto(bench).write(photos, to: folder)
    let lines = Corpus.entries(entries).enumerated().map { index, entry in
      let each = entries / photos
      return entry.line(photo: index.isMultiple(of: each) ? names[index / each] : nil)
    }
    let file = folder + "/entries.jsonl"
    try FileWriter.write(lines, to: file)
    try diary.run(store: store, "import", file, "--format", "jsonl").result()

    func export() throws -> Duration {
      _ = try Disk.sync(folder)
      let place = bench.newPath("site")
      return try diary.run(store: store, "export", place, "--format", "html").time()
    }
    var first = Samples()
    first.add(try export())
    var again = Samples()
    for _ in 0..<bench.options.slowRuns { again.add(try export()) }
    let what = "site of \(Decimals.grouped(entries)) entries, \(Decimals.grouped(photos)) photos"
    return [
      Finding(
        name: what + ", thumbnails kept", unit: "ms", ours: again.median, limit: .atMost(10_000)),
      Finding(name: what + ", thumbnails drawn", unit: "ms", ours: first.median),
      Finding(
        name: what + ", most memory seen", unit: "MB",
        ours: try Memory.most(
          of: diary.run(store: store, "export", bench.newPath("site"), "--format", "html"), bench
        ).memory, limit: .atMost(200)),
    ]
  }

}
