import Glibc
import TestSupport

/// Compares drawing a photo of 12 megapixels in characters with chafa, at the same size.
@MainActor enum Pictures {
  static let benchmark = Benchmark(name: "pictures", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.smallest)
    let photo = try LargePhotos(bench).write(1)[0]
    let added = try diary.run("add", "A large photo", "--photo", photo).result()
    let id = String(added.text.prefix { $0 != "\n" })
    let show = diary.run("show", id, "--format", "text", "--color", "always")
    // The diary's size: 80 columns, for a 4:3 photo in cells of 1:2.
    let chafa = try Tool.run(
      "chafa", ["--format", "symbols", "--colors", "full", "--size", "80x30", photo])
    let times = try await Turns.take(
      bench.options.runs,
      [
        {
          try Disk.remove(diary.cache)
          return try show.time()
        }, { try show.time() }, { try chafa.time() },
      ])
    return [
      Finding(
        "12 megapixels in 80 columns, nothing cached, beside chafa", times[0].median,
        beside: times[2].median, atMost: 0.6),
      Finding("12 megapixels in 80 columns, cached", times[1].median, atMost: 10),
    ]
  }
}

/// Compares adding a photo of a gigabyte to a new diary with hashing, copying and syncing it.
@MainActor enum LargePhoto {
  static let benchmark = Benchmark(name: "large-photo", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let millions = bench.options.photo
    let diary = try bench.smallest
    let path = bench.newPath("large") + ".jpg"
    try SamplePhoto(bench).write(bytes: millions * 1_000_000, to: path)
    return [
      try await Finding.medians(
        "add a photo of \(Decimals.grouped(millions)) MB, beside openssl, cp and sync",
        bench.options.slowRuns, atMost: 1.3,
        ours: {
          let store = bench.newPath("photo-diary")
          let add = diary.run(store: store, "add", "A large photo", "--photo", path)
          let time = try Disk.time(after: path) { add }
          try Disk.remove(store)
          return time
        },
        reference: {
          let copy = bench.newPath("copy")
          _ = try Disk.sync(path)
          let hashing = try Tool.run("openssl", ["dgst", "-sha256", path]).time()
          let copying = try Tool.run("cp", [path, copy]).time()
          let syncing = try Tool.run("sync", [copy]).time()
          try Disk.remove(copy)
          return hashing + copying + syncing
        })
    ]
  }
}

/// Compares drawing a screen of thumbnails with decoding them on two cores.
@MainActor enum ContactSheets {
  static let benchmark = Benchmark(name: "contact-sheet", run: run)
  private static let count = 200
  /// A screen that fits all of them.
  private static let (columns, rows) = (400, 120)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let large = LargePhotos(bench)
    let photos = try large.write(count)
    let diary = try bench.copy(of: bench.smallest)
    try diary.importEntries(with: photos, in: bench.newFolder("entries"))
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns,
      ours: { try sheet(diary).time }, reference: { try large.shrink(photos).time() })
    let busy = try sheet(diary, pressing: ["l", "h"], bench)
    let name = "contact sheet of \(count) photos of 12 megapixels"
    return [
      Finding(name + ", beside decoding them", ours.median, beside: reference.median, atMost: 1.4),
      Finding(
        name + ", a key while drawing, 99 of 100 below", busy.keys.quantile(0.99), atMost: 33),
      Finding(name + ", memory of all processes", busy.memory, "MB", atMost: 200),
    ]
  }

  private struct Outcome {
    let time: Duration
    var keys = Samples()
    var memory = 0.0
  }

  /// Opens the photos, presses keys in turn, and waits until all thumbnails are drawn.
  private static func sheet(
    _ diary: BenchmarkDiary, pressing keys: [String] = [], _ bench: Workbench? = nil
  ) throws -> Outcome {
    try Disk.remove(diary.cache)
    let terminal = try diary.openAndSettle(columns: columns, rows: rows)
    // The preview's photo is drawn by now and isn't a thumbnail.
    try Disk.remove(diary.cache)
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = Outcome(time: .zero)
    var last = start
    terminal.write(Array("p".utf8))
    while clock.now < start + .seconds(60) {
      if terminal.read(until: clock.now + .milliseconds(20)) {
        last = clock.now
      } else if try Disk.files(in: diary.cache) >= count {
        return Outcome(time: last - start, keys: outcome.keys, memory: outcome.memory)
      }
      // The sheet is shown, but still empty.
      guard let bench, !keys.isEmpty, clock.now > start + .milliseconds(150) else { continue }
      let key = keys[outcome.keys.values.count % keys.count]
      let pressed = clock.now
      terminal.write(Array(key.utf8))
      if terminal.read(until: pressed + .seconds(5)) { outcome.keys.add(clock.now - pressed) }
      outcome.memory = max(outcome.memory, try Memory.ofAll(terminal, bench))
    }
    throw Failure("only \(try Disk.files(in: diary.cache)) pictures were drawn in a minute")
  }
}
