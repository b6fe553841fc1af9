import DiaryCore

/// The parts of what a person waits for, without a process to start.
enum InProcess {
  static let benchmark = Benchmark(name: "in-process", run: run)

  /// In milliseconds. A machine that other programs use is that far off, and nobody feels it.
  static let noise = 0.02

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let sizes = bench.options.sizes
    let rounds = 10 * bench.options.runs
    let diaries = try sizes.map { try bench.diary(of: $0) }
    let opened = try diaries.map { try OpenDiary($0) }
    let changed = try diaries.map { try OpenDiary(bench.copy(of: $0)) }
    var screens: [ListScreen] = []
    for diary in opened { screens.append(try await ListScreen(diary.service)) }
    let fields = OpenDiary.sampleFields()

    func findings(
      _ name: String, _ rounds: Int, limit: Double? = Growth.limit, from first: Int = 0,
      _ player: @escaping @MainActor (Int) async throws -> Duration
    ) async throws -> [Finding] {
      let places = sizes.indices.dropFirst(sizes.count > first + 1 ? first : 0)
      let samples = try await Turns.take(
        rounds, places.map { place in { try await player(place) } })
      return Growth.findings(
        name, sizes: places.map { sizes[$0] }, samples: samples, limit: limit, noise: noise)
    }
    let rare = EntryQuery(SearchQuery(Corpus.rareWords[0], today: .earliest).predicate)
    var all = try await findings("opening and counting", rounds) { place in
      try await OpenDiary(diaries[place]).time { _ = try await $0.count() }
    }
    all += try await findings("first 50 entries", rounds) { place in
      try await opened[place].time { _ = try await $0.entries(EntryQuery(limit: 50)) }
    }
    all += try await findings("a key that moves the selection", rounds) { place in
      try await screens[place].pressMovingKey()
    }
    all += try await findings("a save", rounds) { place in
      try await changed[place].time { _ = try await $0.add(fields) }
    }
    // Whatever is searched for, the newest come before the rest has been looked at. More than the
    // smallest diary has is looked at by then, so that the next one is what it is measured beside.
    for text in [Corpus.commonWord, Corpus.commonInitials, "-\(Corpus.rareWords[1])"] {
      let query = EntryQuery(SearchQuery(text, today: .earliest).predicate)
      all += try await findings("the first found for “\(text)”", rounds, from: 1) { place in
        try await opened[place].time { service in
          for await _ in try await service.orders(query) { break }
        }
      }
    }
    // A search reads everything; what limits it is grep, elsewhere.
    all += try await findings("search for a rare word", bench.options.runs, limit: nil) { place in
      try await opened[place].time { _ = try await $0.entries(rare) }
    }
    return all
  }
}
