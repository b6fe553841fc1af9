import TestSupport

/// Compares exporting a diary with copying the export, each into a new folder.
@MainActor enum Exports {
  static let benchmark = Benchmark(name: "export", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    var exported = ""
    return [
      try await Finding.medians(
        "export of \(Decimals.grouped(diary.entries)) to Markdown, beside cp -r and sync",
        bench.options.slowRuns, isCold: true, atMost: 2,
        ours: {
          exported = bench.newPath("exported")
          return try Disk.time(after: diary.home) {
            diary.run("export", exported, "--format", "markdown")
          }
        },
        reference: {
          try Disk.timeOfCopy(exported, to: bench.newPath("copied"), after: diary.home)
        })
    ]
  }
}

/// Exports a site. The first export draws the thumbnails, later ones use the cache.
@MainActor enum Sites {
  static let benchmark = Benchmark(name: "html", run: run)
  private static let entries = 10_000
  private static let photos = 1000

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

    func export() -> ProgramRun {
      diary.run(store: store, "export", bench.newPath("site"), "--format", "html")
    }
    var (first, again) = (Samples(), Samples())
    first.add(try Disk.time(after: folder, export))
    for _ in 0..<bench.options.slowRuns { again.add(try Disk.time(after: folder, export)) }
    let what = "site of \(Decimals.grouped(entries)) entries, \(Decimals.grouped(photos)) photos"
    return [
      Finding(what + ", thumbnails kept", again.median, atMost: 10_000),
      Finding(what + ", thumbnails drawn", first.median),
      Finding(
        what + ", most memory seen", try Memory.most(of: export(), bench).memory, "MB", atMost: 200),
    ]
  }
}

/// Compares the first and the next backup of many photos with copying and hashing.
@MainActor enum Backups {
  static let benchmark = Benchmark(name: "backup", run: run)
  private static let photos = 1000

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try await diary(bench)
    var folder = ""
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        folder = bench.newPath("backups")
        return try Disk.time(after: diary.home) { diary.run("backup", folder) }
      },
      reference: {
        let copy = bench.newPath("copied")
        return try Disk.timeOfCopy(diary.store, to: copy, after: diary.home)
          + Tool.run("find", [copy, "-type", "f", "-exec", "sha256sum", "{}", "+"]).time()
      })
    let (again, links) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: { try Disk.time(after: diary.home) { diary.run("backup", folder) } },
      reference: {
        try Disk.timeOfCopy(diary.store, to: bench.newPath("linked"), after: diary.home, "-rl")
      })
    let what = "\(Decimals.grouped(diary.entries)) entries, \(Decimals.grouped(photos)) photos"
    return [
      Finding(
        "backup of \(what), beside cp -r, sync, sha256sum", ours.median, beside: reference.median,
        atMost: 1.5),
      Finding("the next backup, beside cp -rl and sync", again.median, beside: links.median),
      Finding("the next backup, beside the first", again.median, beside: ours.median, atMost: 0.7),
    ]
  }

  /// A medium diary with a photo per entry.
  private static func diary(_ bench: Workbench) async throws -> BenchmarkDiary {
    let sizes = bench.options.sizes
    let diary = try bench.copy(of: bench.diary(of: sizes[sizes.count / 2]))
    let folder = try bench.newFolder("photos")
    try diary.importEntries(with: SamplePhoto(bench).write(photos, to: folder), in: folder)
    return diary
  }
}
