import Glibc
import TestSupport

/// A screen full of thumbnails of photos of 12 megapixels, from nothing: until all are drawn and
/// kept, beside decoding them on both cores; with keys pressed meanwhile.
enum ContactSheets {
  static let benchmark = Benchmark(name: "contact-sheet", run: run)
  private static let count = 200
  /// A screen that has room for all of them.
  private static let (columns, rows) = (400, 120)

  struct Incomplete: Error, CustomStringConvertible {
    let kept: Int
    var description: String { "only \(kept) pictures were drawn in a minute" }
  }

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let large = LargePhotos(bench)
    let photos = try large.write(count)
    let diary = try bench.copy(of: bench.smallest)
    let lines = zip(Corpus.entries(count), photos).map { $0.line(photo: $1) }
    let file = bench.newPath("photos") + ".jsonl"
    try FileWriter.write(lines, to: file)
    try diary.run("import", file, "--format", "jsonl").result()
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns,
      ours: { try sheet(diary).time }, reference: { try large.shrink(photos).time() })
    let busy = try sheet(diary, pressing: ["l", "h"], bench)
    let name = "contact sheet of \(count) photos of 12 megapixels"
    return [
      Finding(
        name: name + ", beside decoding them", unit: "ms", ours: ours.median,
        reference: reference.median, limit: .atMost(1.4)),
      Finding(
        name: name + ", a key meanwhile, 99 of 100 below", unit: "ms",
        ours: busy.keys.quantile(0.99), limit: .atMost(33)),
      Finding(
        name: name + ", memory of all processes", unit: "MB", ours: busy.memory,
        limit: .atMost(200)),
    ]
  }

  private struct Outcome {
    let time: Duration
    var keys = Samples()
    var memory = 0.0
  }

  /// Opens the photos of the diary and waits until every thumbnail is in the cache and on the
  /// screen. Keys are pressed by turns; each changes something, and is answered when it comes.
  @MainActor
  private static func sheet(
    _ diary: BenchmarkDiary, pressing keys: [String] = [], _ bench: Workbench? = nil
  ) throws -> Outcome {
    try Disk.remove(diary.cache)
    let terminal = try diary.openAndSettle(columns: columns, rows: rows)
    // The preview's photo, which has been drawn by now, isn't a thumbnail.
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
      // Once the sheet is there, empty still.
      guard let bench, !keys.isEmpty, clock.now > start + .milliseconds(150) else { continue }
      let key = keys[outcome.keys.values.count % keys.count]
      let pressed = clock.now
      terminal.write(Array(key.utf8))
      if terminal.read(until: pressed + .seconds(5)) { outcome.keys.add(clock.now - pressed) }
      outcome.memory = max(outcome.memory, try Memory.ofAll(terminal, bench))
    }
    throw Incomplete(kept: try Disk.files(in: diary.cache))
  }
}
