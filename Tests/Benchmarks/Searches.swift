import DiaryApp
import DiaryCore
import DiaryStore
import Media
import TerminalUI
import TestSupport

/// Compares the `search` command with `grep -i` over the index.
@MainActor enum Searches {
  static let benchmark = Benchmark(name: "search", run: run)

  /// A search, and a grep for an equally rare word.
  private struct Pair {
    let name: String
    let query: String
    let word: String
    /// The number of matches, or `nil` for many.
    var count: Int?
  }

  private static let pairs: [Pair] =
    Corpus.rareWords.map {
      Pair(
        name: "“\($0)” in \(Corpus.rareCount) entries", query: $0, word: $0, count: Corpus.rareCount
      )
    } + Corpus.absentWords.map { Pair(name: "“\($0)” in no entry", query: $0, word: $0, count: 0) }
    + [
      // Consonants match ranges of bytes.
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
      // Reads every entry, as the map does.
      Pair(name: "near a place", query: "near:37.57,126.98", word: Corpus.commonWord),
    ]

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    var findings: [Finding] = []
    for pair in pairs {
      if let count = pair.count {
        let found = try diary.run("search", pair.query, "--format", "jsonl").result().output
        let lines = found.count { $0 == 0x0A }
        guard lines == count else { throw Failure("“\(pair.query)” was found in \(lines) entries") }
      }
      // Without a match, grep returns 1.
      let grep = ProgramRun(
        [try Tool.path("grep"), "-i", pair.word, diary.index], environment: diary.environment,
        accepted: [0, 1])
      findings.append(
        try await Finding.medians(
          "search, \(pair.name)", pair.count == nil ? bench.options.slowRuns : bench.options.runs,
          atMost: pair.count.map { _ in 1.5 }, ours: { try diary.run("search", pair.query).time() },
          reference: { try grep.time() }))
    }
    let links = ProgramRun(
      [try Tool.path("grep"), "-F", "[[", diary.index], environment: diary.environment,
      accepted: [0, 1])
    findings.append(
      try await Finding.medians(
        "links, in no entry", bench.options.runs, atMost: 1.5,
        ours: { try diary.run("links").time() }, reference: { try links.time() }))
    return findings
  }
}

/// Measures a search while typing, from each key to the first results.
@MainActor enum TypedSearches {
  static let benchmark = Benchmark(name: "typed-search", run: run)

  /// In milliseconds: one frame.
  private static let frame = 16.0

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let screen = try await SearchScreen(try OpenDiary(try bench.largest).service)
    var findings: [Finding] = []
    // Having no results is only known after a complete scan, so it is reported separately.
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
        Finding(name + "median", samples.median),
        Finding(name + "99 of 100 below", samples.quantile(0.99), atMost: frame),
      ]
    }
    let name = "a key of a search that finds nothing, to “0 found”, "
    findings += [
      Finding(name + "median", ofNothing.median),
      Finding(name + "99 of 100 below", ofNothing.quantile(0.99)),
    ]
    return findings
  }
}

/// Compares five combined diaries with one of them.
@MainActor enum Together {
  static let benchmark = Benchmark(name: "together", run: run)

  private static let diaries = 5
  private static let limit = 1.5

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let alone = try OpenDiary(diary)
    var parts = [CombinedRepository.Part(.personal, alone.repository)]
    for number in 1..<diaries {
      // The same entries at the same times are the worst case for merging.
      parts.append(
        CombinedRepository.Part(
          DiaryName("\(number)"), try OpenDiary(bench.copy(of: diary)).repository))
    }
    let together = OpenDiary(CombinedRepository(parts[0], Array(parts[1...])))
    let size = Decimals.grouped(diary.entries)
    func measure(
      _ name: String, ours: @escaping Turns.Player, reference: @escaping Turns.Player
    ) async throws -> Finding {
      try await Finding.medians(
        "\(name), \(diaries) diaries of \(size) beside one", 10 * bench.options.runs, atMost: limit,
        noise: InProcess.noise, ours: ours, reference: reference)
    }
    let screen = await ListScreen(together.service)
    let one = await ListScreen(alone.service)
    return [
      try await measure(
        "a key that moves the selection", ours: { await screen.pressMovingKey() },
        reference: { await one.pressMovingKey() }),
      try await measure(
        "to the other end, with its rows", ours: { await screen.pressJumpingKey() },
        reference: { await one.pressJumpingKey() }),
    ]
  }
}

/// The day screens, and the command for a shell's startup.
@MainActor enum Days {
  static let benchmark = Benchmark(name: "days", run: run)

  /// In milliseconds, for 99 of 100 keys: one frame.
  private static let frame = 16.0

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let service = try OpenDiary(diary).service
    let size = Decimals.grouped(diary.entries)
    var findings: [Finding] = []
    let keys: [(String, opened: KeyEvent, pressed: KeyEvent)] = [
      ("calendar, a day", .character("c"), .character("h")),
      ("calendar, a month", .character("c"), KeyEvent(.pageUp)),
      ("calendar, a year", .character("c"), .character("<")),
      ("on this day, a day", .character("o"), .character("h")),
    ]
    for (name, opened, pressed) in keys {
      // A new screen for each round has no cached years.
      var screen = await ListScreen(service, opened: opened)
      var pressedKeys = 0
      let samples = try await Turns.take(10 * bench.options.runs) {
        if pressedKeys == 25 {
          screen = await ListScreen(service, opened: opened)
          pressedKeys = 0
        }
        pressedKeys += 1
        return await screen.press(pressed)
      }
      findings.append(
        Finding(
          "\(name), \(size) entries, 99 of 100 below", samples.quantile(0.99), atMost: frame))
    }
    findings.append(
      try await Finding.medians(
        "onthisday, \(size) entries, beside --version", bench.options.runs, atMost: 1.5,
        ours: { try diary.run("onthisday").time() },
        reference: { try diary.run("--version").time() }))
    return findings
  }
}

/// Place names of positions near many borders and towns.
@MainActor enum PlaceLookups {
  static let benchmark = Benchmark(name: "places", run: run)

  /// In milliseconds, for 99 of 100 positions.
  private static let most = 1.0
  private static let positions: [PhotoDetails.Position] = [
    .init(latitude: 33.4633, longitude: 126.3098), .init(latitude: 37.5663, longitude: 126.9779),
    .init(latitude: 35.1478, longitude: 129.13), .init(latitude: 38.7139, longitude: -9.1334),
    .init(latitude: 51.5, longitude: 7.2), .init(latitude: 35.6586, longitude: 139.7454),
    .init(latitude: 40.758, longitude: -73.9855), .init(latitude: 71.1685, longitude: 25.7836),
    .init(latitude: 62, longitude: 95), .init(latitude: 0, longitude: -30),
  ]

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let places = PlaceNames(path: Checkout.path("Assets/places.bin"))
    var next = 0
    let samples = try await Turns.take(10 * bench.options.runs) {
      next += 1
      let position = positions[next % positions.count]
      return try ContinuousClock().measure { _ = try places.names(at: position) }
    }
    return [Finding("names of a position, 99 of 100 below", samples.quantile(0.99), atMost: most)]
  }
}

/// Features that read every entry's position: trips, the map command, and a year in review.
@MainActor enum Memories {
  static let benchmark = Benchmark(name: "memories", run: run)

  /// In milliseconds.
  private static let longest = 5000.0
  private static let home = (latitude: 37.5665, longitude: 126.9780)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let store = bench.newPath("placed")
    let lines = bench.newPath("placed.jsonl")
    let entries = Array(Corpus.entries(diary.entries))
    try FileWriter.write(
      entries.lazy.enumerated().map { $0.element.line(place: place($0.offset)) }, to: lines)
    try diary.run(store: store, "import", lines, "--format", "jsonl").result()
    let commands = [["trips"], ["map"], ["review", String(Corpus.month.prefix(4))]]
    let times = try await Turns.take(
      max(1, bench.options.runs / 5),
      commands.map { command in { try diary.run(store: store, command).time() } })
    return zip(commands, times).map { command, times in
      Finding(
        "\(command[0]), \(Decimals.grouped(diary.entries)) entries with places", times.median,
        atMost: longest)
    }
  }

  /// At home, with occasional runs of entries elsewhere.
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

/// The statistics, which read every entry.
@MainActor enum Statistics {
  static let benchmark = Benchmark(name: "statistics", run: run)

  /// In milliseconds, and in millions of bytes.
  private static let (longest, largest) = (2000.0, 96.0)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let name = "\(Decimals.grouped(diary.entries)) entries"
    let times = try await Turns.take(max(1, bench.options.runs / 5)) {
      try diary.run("stats", "--format", "json").time()
    }
    let terminal = try diary.openAndSettle(columns: 120, rows: 40)
    // Includes the memory used while counting.
    let most = try Memory.most(of: terminal, typing: "s", withOthers: true, bench)
    return [
      Finding("stats, \(name)", times.median, atMost: longest),
      Finding("memory, \(name), most seen on the statistics", most, "MB", atMost: largest),
    ]
  }
}

/// Commands on one to ten entries, independent of the diary's size.
@MainActor enum ShortCommands {
  static let benchmark = Benchmark(name: "commands", run: run)

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
      // Enough digits for one entry of a million.
      diaries[$0].run("show", String(ids[$0].prefix(8)))
    }
    all += try await findings("add") {
      changed[$0].run("add", "A walk by the river", "--content", "강가를 걸었다.")
    }
    return all
  }

  /// An entry from the middle, far from both ends.
  static func idOfSomeEntry(_ diary: BenchmarkDiary) throws -> String {
    let output = try diary.run("search", Corpus.rareWords[0], "--limit", "1", "--format", "json")
      .result().output
    guard let id = try JSONParser.parse(output).array?.first?["id"]?.string else {
      throw Failure("an entry that the corpus has wasn't found")
    }
    return id
  }
}
