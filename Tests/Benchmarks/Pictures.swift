import TestSupport

/// One photo of 12 megapixels in characters, beside chafa, which draws it as large.
enum Pictures {
  static let benchmark = Benchmark(name: "pictures", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.smallest)
    let photo = try LargePhotos(bench).write(1)[0]
    let added = try diary.run("add", "A large photo", "--photo", photo).result()
    let id = String(added.text.prefix { $0 != "\n" })
    let show = diary.run("show", id, "--format", "text", "--color", "always")
    // As large as the diary draws it: 80 columns, of a photo of 4 by 3 in cells of 1 by 2.
    let chafa = try Tool.run(
      "chafa", ["--format", "symbols", "--colors", "full", "--size", "80x30", photo])
    let times = try await Turns.take(
      bench.options.runs,
      [
        {
          try Disk.remove(diary.cache)
          return try show.time()
        },
        { try show.time() },
        { try chafa.time() },
      ])
    return [
      Finding(
        name: "12 megapixels in 80 columns, nothing cached, beside chafa", unit: "ms",
        ours: times[0].median, reference: times[2].median, limit: .atMost(0.6)),
      Finding(
        name: "12 megapixels in 80 columns, cached", unit: "ms", ours: times[1].median,
        limit: .atMost(10)),
    ]
  }
}
