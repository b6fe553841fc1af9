/// `search`, as a whole process, beside `grep -i` over the index that it searches.
enum Searches {
  static let benchmark = Benchmark(name: "search", run: run)

  struct WrongCount: Error, CustomStringConvertible {
    let word: String
    let found: Int
    var description: String { "“\(word)” was found in \(found) entries" }
  }

  /// A search beside one of grep for a word that is as rare.
  private struct Pair {
    let name: String
    let query: String
    let word: String
    /// How many entries are found; `nil` where many are.
    var count: Int?
  }

  private static let pairs: [Pair] =
    Corpus.rareWords.map {
      Pair(
        name: "“\($0)” in \(Corpus.rareCount) entries", query: $0, word: $0, count: Corpus.rareCount
      )
    }
    + Corpus.absentWords.map { Pair(name: "“\($0)” in no entry", query: $0, word: $0, count: 0) }
    + [
      // By consonants there is no byte to look for, but ranges of them.
      Pair(
        name: "“\(Corpus.rareInitials)” in \(Corpus.rareCount) entries",
        query: Corpus.rareInitials, word: Corpus.rareWords[1], count: Corpus.rareCount),
      Pair(
        name: "“\(Corpus.commonWord)” in most entries", query: Corpus.commonWord,
        word: Corpus.commonWord),
      Pair(
        name: "“\(Corpus.commonInitials)” in most entries", query: Corpus.commonInitials,
        word: Corpus.commonWord),
      Pair(
        name: "not “\(Corpus.rareWords[1])”", query: "-\(Corpus.rareWords[1])",
        word: Corpus.commonWord),
      Pair(
        name: "a tag in one month", query: "tag:\(Corpus.tag) date:\(Corpus.month)",
        word: Corpus.tag),
    ]

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    var findings: [Finding] = []
    for pair in pairs {
      if let count = pair.count {
        let found = try diary.run("search", pair.query, "--format", "jsonl").result().output
        let lines = found.count { $0 == 0x0A }
        guard lines == count else { throw WrongCount(word: pair.query, found: lines) }
      }
      // Without a match, grep ends with 1.
      let grep = ProgramRun(
        [try Tool.path("grep"), "-i", pair.word, diary.index], environment: diary.environment,
        accepted: [0, 1])
      let (ours, reference) = try await Turns.take(
        pair.count == nil ? bench.options.slowRuns : bench.options.runs,
        ours: { try diary.run("search", pair.query).time() }, reference: { try grep.time() })
      findings.append(
        Finding(
          name: "search, \(pair.name)", unit: "ms", ours: ours.median,
          reference: reference.median, limit: pair.count.map { _ in .atMost(1.5) }))
    }
    return findings
  }
}
