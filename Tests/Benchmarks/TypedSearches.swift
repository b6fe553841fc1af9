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
    var ofNothing = Samples()
    for (words, typed) in [
      ("words of many entries", "river 강가"), ("a tag", "tag:river"), ("initials", "ㄱㄱ"),
      ("words of \(Corpus.rareCount) entries", Corpus.rareWords.joined(separator: " ")),
      (nil, Corpus.absentWords.joined(separator: " ")),
    ] {
      var samples = Samples()
      for _ in 0..<max(1, bench.options.runs / 5) {
        for key in typed.map(KeyEvent.character) + typed.map({ _ in KeyEvent(.backspace) }) {
          let (time, isFound) = try await screen.press(key)
          if isFound { samples.add(time) } else { ofNothing.add(time) }
        }
      }
      guard let words else { continue }
      let name = "a key of a search to the first found, \(words), "
      findings += [
        Finding(name: name + "median", unit: "ms", ours: samples.median),
        Finding(
          name: name + "99 of 100 below", unit: "ms", ours: samples.quantile(0.99),
          limit: .atMost(frame)),
      ]
    }
    let name = "a key of a search that finds nothing, to “0 found”, "
    findings += [
      Finding(name: name + "median", unit: "ms", ours: ofNothing.median),
      Finding(name: name + "99 of 100 below", unit: "ms", ours: ofNothing.quantile(0.99)),
    ]
    return findings
  }
}
