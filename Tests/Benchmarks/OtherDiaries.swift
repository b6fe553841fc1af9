/// Other diaries of the terminal with as many entries, where they are installed. No limit is set
/// by them: the ratios tell what one moves to.
enum OtherDiaries {
  static let jrnl = Benchmark(name: "jrnl") { try await run($0, "jrnl", Jrnl.make) }
  static let nb = Benchmark(name: "nb") { try await run($0, "nb", Nb.make) }

  /// How the other one does it.
  struct Other {
    let add: ProgramRun
    let lastTen: ProgramRun
    /// For a rare word.
    let search: ProgramRun
  }

  @MainActor
  private static func run(
    _ bench: Workbench, _ name: String,
    _ make: (_ program: String, _ entries: Int, _ home: String) throws -> Other
  ) async throws -> [Finding] {
    guard let program = try? Tool.path(name) else {
      return [Finding(name: name, outcome: .skipped("it isn't installed"))]
    }
    // With more, a round of some of them takes minutes.
    let sizes = bench.options.sizes
    let entries = sizes.last { $0 <= 10_000 } ?? sizes[0]
    let diary = try bench.copy(of: bench.diary(of: entries))
    let other = try make(program, entries, try bench.newFolder(name))
    func finding(_ what: String, _ ours: ProgramRun, _ theirs: ProgramRun) async throws
      -> Finding
    {
      let (ours, reference) = try await Turns.take(
        bench.options.slowRuns, ours: { try ours.time() }, reference: { try theirs.time() })
      return Finding(
        name: "\(what), \(Decimals.grouped(entries)) entries, beside \(name)", unit: "ms",
        ours: ours.median, reference: reference.median)
    }
    return [
      try await finding(
        "add", diary.run("add", "A walk.", "--content", "It rained."), other.add),
      try await finding("list --limit 10", diary.run("list", "--limit", "10"), other.lastTen),
      try await finding(
        "search for a rare word", diary.run("search", Corpus.rareWords[0]), other.search),
    ]
  }
}
