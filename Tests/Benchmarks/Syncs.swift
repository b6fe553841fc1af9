import TestSupport

/// Measures encrypted sync, and its effect on other operations.
@MainActor enum Syncs {
  static let benchmark = Benchmark(name: "sync", run: run)

  /// The size of a photo in bytes, and the number of photos.
  private static let (photoSize, photos) = (3_000_000, 100)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let sizes = bench.options.sizes
    var synced: [BenchmarkDiary] = []
    for size in sizes {
      let diary = try bench.copy(of: bench.diary(of: size))
      try diary.run("remote", "add", "home", bench.newPath("remote")).result()
      synced.append(diary)
    }
    return try await nothingToDo(synced, bench) + besideOthers(synced, bench)
      + keys(bench) + [
        firstByGit(bench),
        sendingPhotos("a folder", limit: 4000, bench) { bench.newPath("remote") },
        sendingPhotos("git", limit: 7000, bench) { try repository(bench) },
      ] + memory(bench)
  }

  private static func nothingToDo(
    _ diaries: [BenchmarkDiary], _ bench: Workbench
  ) async throws -> [Finding] {
    let last = diaries.count - 1
    let byGit = try bench.copy(of: bench.smallest)
    try byGit.run("remote", "add", "home", repository(bench)).result()
    let runs = diaries.map { $0.run("sync") } + [diaries[last].run("--version"), byGit.run("sync")]
    let samples = try await Turns.take(bench.options.runs, runs.map { run in { try run.time() } })
    let version = samples[last + 1].median
    return [
      Finding(
        "sync with nothing to do, by a folder, beyond --version", samples[last].median - version,
        atMost: 20),
      Finding(
        "sync with nothing to do, by git on this disk, beyond --version",
        samples[last + 2].median - version),
    ]
      + Growth.findings(
        "sync with nothing to do", sizes: diaries.map(\.entries), samples: Array(samples[...last]))
  }

  /// A save and a start, with and without a remote.
  private static func besideOthers(
    _ synced: [BenchmarkDiary], _ bench: Workbench
  ) async throws -> [Finding] {
    let with = synced[synced.count - 1]
    let without = try bench.copy(of: bench.largest)
    func add(_ diary: BenchmarkDiary) throws -> Duration {
      try diary.run("add", "A walk by the river", "--content", "강가를 걸었다.").time()
    }
    return [
      try await Finding.medians(
        "add with a remote, beside without", bench.options.runs, atMost: 1.1,
        ours: { try add(with) }, reference: { try add(without) }),
      try await Finding.medians(
        "first frame with a remote, beside without", bench.options.runs, atMost: 1.1,
        ours: { try FirstFrame.time(with) }, reference: { try FirstFrame.time(without) }),
    ]
  }

  /// A key while a sync waits for a silent remote.
  private static func keys(_ bench: Workbench) throws -> [Finding] {
    let samples = try HangingSync(bench.largest, bench).pressKeys(10 * bench.options.runs)
    return [
      Finding(
        "a key in the list while a sync hangs, beside no remote", samples.ours.median,
        beside: samples.reference.median, atMost: 1.1),
      Finding(
        "a key in the list while a sync hangs, 99 of 100 below", samples.ours.quantile(0.99),
        atMost: 16),
    ]
  }

  /// All entries are sent to a new repository, and received by another machine.
  private static func firstByGit(_ bench: Workbench) async throws -> Finding {
    let entries = bench.options.sizes[bench.options.sizes.count / 2]
    let diary = try bench.diary(of: entries)
    var samples = Samples()
    for _ in 0..<bench.options.slowRuns {
      let (here, there) = (try bench.copy(of: diary), try newMachine(like: diary, bench))
      let repository = try repository(bench)
      var words = ""
      let adding = try ContinuousClock().measure {
        words = try here.run("remote", "add", "home", repository).result().text
      }
      let file = bench.newPath("words")
      try FileWriter.write(words.utf8, to: file)
      samples.add(try adding + there.run("clone", repository, "--recovery-file", file).time())
    }
    return Finding(
      "\(Decimals.grouped(entries)) entries, to git and from there", samples.median, atMost: 2500)
  }

  private static func sendingPhotos(
    _ what: String, limit: Double, _ bench: Workbench, to remote: () throws -> String
  ) async throws -> Finding {
    let folder = try bench.newFolder("photos")
    let names = try SamplePhoto(bench).write(photos, bytes: photoSize, to: folder)
    let diary = try newMachine(like: bench.smallest, bench)
    try diary.importEntries(with: names, in: folder)
    var samples = Samples()
    for number in 0..<bench.options.slowRuns {
      let add = diary.run("remote", "add", "home\(number)", try remote())
      samples.add(try Disk.time(after: diary.home) { add })
    }
    return Finding(
      "\(photos) photos of \(photoSize / 1_000_000) MB to \(what)", samples.median, atMost: limit)
  }

  /// The memory of a first sync, and of the receiving machine.
  private static func memory(_ bench: Workbench) throws -> [Finding] {
    let count = 1000
    let diary = try bench.copy(of: bench.largest)
    let folder = try bench.newFolder("photos")
    try diary.importEntries(with: SamplePhoto(bench).write(count, to: folder), in: folder)
    let remote = bench.newPath("remote")
    let sending = try Memory.most(of: diary.run("remote", "add", "home", remote), bench)
    let words = bench.newPath("words")
    try FileWriter.write(sending.lines.joined().utf8, to: words)
    let there = try newMachine(like: diary, bench)
    let receiving = try Memory.most(of: there.run("clone", remote, "--recovery-file", words), bench)
    let what =
      "\(Decimals.grouped(diary.entries + count)) entries, \(Decimals.grouped(count)) photos"
    return [
      Finding("memory, first sync of \(what)", sending.memory, "MB", atMost: 200),
      Finding("memory, clone of the same", receiving.memory, "MB", atMost: 200),
    ]
  }

  /// An empty home.
  private static func newMachine(
    like diary: BenchmarkDiary, _ bench: Workbench
  ) throws -> BenchmarkDiary {
    BenchmarkDiary(diary, movedTo: try bench.newFolder("machine"))
  }

  /// A new git repository without templates.
  private static func repository(_ bench: Workbench) throws -> String {
    let path = bench.newPath("remote") + ".git"
    try Tool.run("git", ["init", "--quiet", "--bare", path]).result()
    return path
  }
}
