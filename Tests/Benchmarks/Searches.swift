/// `search`, as a whole process, beside `grep -i` over the index that it searches.
enum Searches {
  static let benchmark = Benchmark(name: "search", run: run)

  struct WrongCount: Error, CustomStringConvertible {
    let word: String
    let found: Int
    var description: String { "“\(word)” was found in \(found) entries" }
  }

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let rare = Corpus.rareWords.map { ("in \(Corpus.rareCount) entries", $0, Corpus.rareCount) }
    let absent = Corpus.absentWords.map { ("in no entry", $0, 0) }
    var findings: [Finding] = []
    for (words, word, count) in rare + absent {
      let found = try diary.run("search", word, "--format", "jsonl").result().output
      let lines = found.count { $0 == 0x0A }
      guard lines == count else { throw WrongCount(word: word, found: lines) }
      findings.append(
        try await finding("search, “\(word)” \(words)", word, diary, bench.options, limit: 1.5))
    }
    let common = Corpus.commonWord
    return findings + [
      try await finding("search, “\(common)” in most entries", common, diary, bench.options)
    ]
  }

  @MainActor
  private static func finding(
    _ name: String, _ word: String, _ diary: BenchmarkDiary, _ options: Options,
    limit: Double? = nil
  ) async throws -> Finding {
    // Without a match, grep ends with 1.
    let grep = ProgramRun(
      [try Tool.path("grep"), "-i", word, diary.index], environment: diary.environment,
      accepted: [0, 1])
    let (ours, reference) = try await Turns.take(
      limit == nil ? options.slowRuns : options.runs,
      ours: { try diary.run("search", word).time() }, reference: { try grep.time() })
    return Finding(
      name: name, unit: "ms", ours: ours.median, reference: reference.median,
      limit: limit.map { .atMost($0) })
  }
}
