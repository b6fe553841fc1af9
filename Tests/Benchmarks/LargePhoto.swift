/// Adding a photo of a gigabyte beside the least that it takes: hashing it, copying it, and making
/// the copy durable. Each time goes to a new diary, since a photo is kept only once; what was written
/// goes right after, outside the time, or the disk would fill.
enum LargePhoto {
  static let benchmark = Benchmark(name: "large-photo", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let millions = bench.options.photo
    let diary = try bench.smallest
    let path = bench.newPath("large") + ".jpg"
    try SamplePhoto(bench).write(bytes: millions * 1_000_000, to: path)
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns,
      ours: {
        _ = try Disk.sync(path)
        let store = bench.newPath("photo-diary")
        let add = diary.run(store: store, "add", "A large photo", "--photo", path)
        let time = try add.time()
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
    return [
      Finding(
        name: "add a photo of \(Decimals.grouped(millions)) MB, beside openssl, cp and sync",
        unit: "ms", ours: ours.median, reference: reference.median, limit: .atMost(1.3))
    ]
  }
}
