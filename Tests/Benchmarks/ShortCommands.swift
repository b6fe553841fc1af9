import DiaryCore

/// Sub-commands that are about one entry or ten, each a whole process: they must not take longer
/// with a large diary than with a small one.
enum ShortCommands {
  static let benchmark = Benchmark(name: "commands", run: run)

  struct NoEntry: Error, CustomStringConvertible {
    var description: String { "an entry that the corpus has wasn't found" }
  }

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let sizes = bench.options.sizes
    let diaries = try sizes.map { try bench.diary(of: $0) }
    let ids = try diaries.map(idOfSomeEntry)
    let changed = try diaries.map { try bench.copy(of: $0) }

    func findings(
      _ name: String, _ run: @escaping @MainActor (Int) -> ProgramRun
    ) async throws -> [Finding] {
      let samples = try await Turns.take(
        bench.options.runs, sizes.indices.map { place in { try run(place).time() } })
      return Growth.findings(name, sizes: sizes, samples: samples)
    }
    var all = try await findings("list --limit 10") { diaries[$0].run("list", "--limit", "10") }
    all += try await findings("show, by whole id") { diaries[$0].run("show", ids[$0]) }
    all += try await findings("show, by prefix") {
      // Digits enough for one entry of a million.
      diaries[$0].run("show", String(ids[$0].prefix(8)))
    }
    all += try await findings("add") {
      changed[$0].run("add", "A walk by the river", "--content", "강가를 걸었다.")
    }
    return all
  }

  /// One from the middle, which nothing that only knows the ends finds quickly.
  static func idOfSomeEntry(_ diary: BenchmarkDiary) throws -> String {
    let output = try diary.run(
      "search", Corpus.rareWords[0], "--limit", "1", "--format", "json"
    ).result().output
    guard let id = try JSONParser.parse(output).array?.first?["id"]?.string else { throw NoEntry() }
    return id
  }
}
