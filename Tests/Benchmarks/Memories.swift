import TestSupport

/// What looks at where every entry was written: trips, the map in the shell, and a year in review.
enum Memories {
  static let benchmark = Benchmark(name: "memories", run: run)

  /// In milliseconds.
  private static let longest = 5000.0
  private static let home = (latitude: 37.5665, longitude: 126.9780)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let store = bench.newPath("placed")
    let lines = bench.newPath("placed.jsonl")
    let entries = Array(Corpus.entries(diary.entries))
    try FileWriter.write(
      entries.lazy.enumerated().map { $0.element.line(place: place($0.offset)) }, to: lines)
    try diary.run(store: store, "import", lines, "--format", "jsonl").result()
    let commands = [
      ["trips"], ["map"], ["review", String(Corpus.month.prefix(4))],
    ]
    let times = try await Turns.take(
      max(1, bench.options.runs / 5),
      commands.map { command in { try diary.run(store: store, command).time() } })
    return zip(commands, times).map { command, times in
      Finding(
        name: "\(command[0]), \(Decimals.grouped(diary.entries)) entries with places", unit: "ms",
        ours: times.median, limit: .atMost(longest))
    }
  }

  /// At home, and now and then for some entries in a row somewhere else on the earth.
  private static func place(_ index: Int) -> String {
    var random = SeededGenerator(seed: UInt64(index))
    let journey = index / 400
    let isAway = index % 400 < 40
    let (latitude, longitude) =
      isAway
      ? (Double(journey % 20) * 4 - 30, Double(journey % 50) * 6 - 150)
      : (home.latitude, home.longitude)
    func near(_ degrees: Double) -> String {
      let parts = Int((degrees * 10_000).rounded()) + Int.random(in: 0..<1000, using: &random)
      return "\(Double(parts) / 10_000)"
    }
    return "\(near(latitude)), \(near(longitude))"
  }
}
