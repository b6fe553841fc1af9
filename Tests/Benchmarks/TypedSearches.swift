import TerminalUI

/// A search as it is typed: from each key to the first of what it finds.
enum TypedSearches {
  static let benchmark = Benchmark(name: "typed-search", run: run)

  /// In milliseconds: one frame.
  private static let frame = 16.0

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let screen = try await SearchScreen(try OpenDiary(try bench.largest).service)
    var findings: [Finding] = []
    // That nothing is found is known when all has been looked at, as `search` is timed beside grep.
    let absent = Corpus.absentWords.joined(separator: " ")
    for (words, typed) in [
      ("words of many entries", "river 강가"), ("a tag", "tag:river"), ("initials", "ㄱㄱ"),
      ("words of \(Corpus.rareCount) entries", Corpus.rareWords.joined(separator: " ")),
      ("words of none", absent),
    ] {
      var samples = Samples()
      for _ in 0..<max(1, bench.options.runs / 5) {
        for letter in typed { samples.add(try await screen.press(.character(letter))) }
        for _ in typed { samples.add(try await screen.press(KeyEvent(.backspace))) }
      }
      let name = "a key of a search to the first found, \(words), "
      findings += [
        Finding(name: name + "median", unit: "ms", ours: samples.median),
        Finding(
          name: name + "99 of 100 below", unit: "ms", ours: samples.quantile(0.99),
          limit: typed == absent ? nil : .atMost(frame)),
      ]
    }
    return findings
  }
}
