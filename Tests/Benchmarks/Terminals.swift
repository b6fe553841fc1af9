import DiaryApp
import DiaryCore
import Media
import TerminalUI
import TestSupport

/// Compares the start until the first full screen with a C program and other diaries.
@MainActor enum FirstFrame {
  static let benchmark = Benchmark(name: "first-frame", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let options = bench.options
    let diary = try bench.diary(of: options.entries)
    let (ours, reference) = try await Turns.take(
      options.runs, ours: { try time(diary) },
      reference: { try time(options.program("first-frame"), until: "END-OF-FRAME", diary) })
    let diaries = try options.sizes.map { try bench.diary(of: $0) }
    let samples = try await Turns.take(options.runs, diaries.map { diary in { try time(diary) } })
    let name = "first frame, \(Decimals.grouped(options.entries)) entries, beside C"
    return [
      Finding(name + ", median", ours.median, beside: reference.median, atMost: 5),
      Finding(name + ", fastest", ours.quantile(0), beside: reference.quantile(0)),
      Finding(name + ", 9 of 10 below", ours.quantile(0.9), beside: reference.quantile(0.9)),
    ] + Growth.findings("first frame", sizes: options.sizes, samples: samples)
  }

  /// The end of the last row of the first frame.
  private static let lastWord = "calendar"

  static func time(_ diary: BenchmarkDiary) throws -> Duration {
    try time(diary.program, until: lastWord, diary)
  }

  private static func time(
    _ program: String, until marker: String, _ diary: BenchmarkDiary
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let terminal = try PseudoTerminal(
      program: program, environment: diary.environment, columns: 120, rows: 40)
    let wanted = Array(marker.utf8)
    while terminal.read(until: start + .seconds(10)) {
      if terminal.bytes.contains(wanted) { return clock.now - start }
    }
    throw Failure.noFrame(program, terminal)
  }
}

extension [UInt8] {
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    return indices.dropLast(wanted.count - 1).contains { index in
      self[index] == first && self[index...].starts(with: wanted)
    }
  }
}

extension PseudoTerminal {
  /// The number of bytes written for a key.
  fileprivate func bytes(forKey key: String) -> Double {
    let before = bytes.count
    write(Array(key.utf8))
    settle(silence: .milliseconds(25), atMost: .seconds(5))
    return Double(bytes.count - before)
  }
}

/// The bytes written for a key that moves the selection, which matter on a slow line.
@MainActor enum BytesPerKey {
  static let benchmark = Benchmark(name: "bytes-per-key", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.entries)
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    // Down through the first screen, on while the list scrolls, then back up.
    let steps = [("j", 25, "within the screen"), ("j", 75, "scrolling"), ("k", 25, "back up")]
    var all = Samples()
    var findings: [Finding] = []
    for (key, count, words) in steps {
      var samples = Samples()
      for _ in 0..<count {
        let bytes = terminal.bytes(forKey: key)
        samples.add(bytes)
        all.add(bytes)
      }
      findings.append(Finding("bytes per key, \(words), median", samples.median, "B"))
    }
    return [
      Finding("bytes per key, median", all.median, "B", atMost: 2047),
      Finding("bytes per key, most", all.values.max() ?? 0, "B"),
    ] + findings
  }
}

/// Measures a key in a long entry, opening the entry, and a paste.
@MainActor enum Typing {
  static let benchmark = Benchmark(name: "typing", run: run)

  private static let sentence = "강가를 걸었다. We walked home by the river, and it was late. "
  private static let megabyte = 1_000_000

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let lines = String(repeating: sentence + "\n\n", count: megabyte / (sentence.utf8.count + 2))
    let paragraph = String(repeating: sentence, count: megabyte / sentence.utf8.count)
    return [
      // The reference for the following ones.
      typing("a key in a short entry", sentence, bench),
      typing("a key in an entry of 1 MB", lines, bench),
      typing("a key in one paragraph of 1 MB", paragraph, within: 16, bench),
      once("a paste of 1 MB", limit: 100, bench) {
        let screen = EditorScreen("")
        _ = screen.open()
        return screen.paste(lines)
      },
      once("opening an entry of 10 MB", limit: 200, bench) {
        EditorScreen(String(repeating: lines, count: 10)).open()
      },
    ] + reading(String(repeating: lines, count: 10), bench) + (try bytes(bench))
  }

  private static func reading(_ text: String, _ bench: Workbench) -> [Finding] {
    let list = EditorScreen(text)
    let reader = EditorScreen(text)
    _ = reader.read()
    let keys: [KeyEvent] = [
      .character("j"), KeyEvent(.pageDown), KeyEvent(.pageDown), KeyEvent(.pageUp),
    ]
    var samples = (list: Samples(), reader: Samples())
    for number in 0..<30 * bench.options.runs {
      samples.list.add(list.press(.character(number % 2 == 0 ? "j" : "k")))
      samples.reader.add(reader.press(keys[number % keys.count]))
    }
    func key(_ place: String, _ samples: Samples) -> Finding {
      Finding(
        "a key \(place) an entry of 10 MB, 99 of 100 below", samples.quantile(0.99), atMost: 16)
    }
    return [
      once("the list beside an entry of 10 MB", limit: 200, bench) {
        ContinuousClock().measure { _ = EditorScreen(text) }
      }, once("reading an entry of 10 MB", limit: 200, bench) { EditorScreen(text).read() },
      key("in the list beside", samples.list), key("while reading", samples.reader),
    ]
  }

  private static func typing(
    _ name: String, _ text: String, within limit: Double = 4, _ bench: Workbench
  ) -> Finding {
    let slowest = samples(text, bench).quantile(0.99)
    return Finding(name + ", 99 of 100 below", slowest, atMost: limit)
  }

  /// Keys typed in the middle of a text.
  private static func samples(_ text: String, _ bench: Workbench) -> Samples {
    let screen = EditorScreen(text)
    _ = screen.open()
    screen.goToMiddle(of: text.utf8.count)
    var samples = Samples()
    for _ in 0..<30 * bench.options.runs { samples.add(screen.type()) }
    return samples
  }

  private static func once(
    _ name: String, limit: Double, _ bench: Workbench, _ body: () -> Duration
  ) -> Finding {
    var samples = Samples()
    for _ in 0..<max(3, bench.options.runs / 3) { samples.add(body()) }
    return Finding(name + ", median", samples.median, atMost: limit)
  }

  /// The bytes written for a letter, which matter on a slow line.
  private static func bytes(_ bench: Workbench) throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.sizes[0])
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    for key in ["n", "\t"] {
      terminal.write(Array(key.utf8))
      terminal.settle(silence: .milliseconds(100), atMost: .seconds(5))
    }
    var samples = Samples()
    for character in String(repeating: sentence, count: 3) {
      samples.add(terminal.bytes(forKey: String(character)))
    }
    return [
      Finding("bytes per typed letter, 99 of 100 below", samples.quantile(0.99), "B", atMost: 199),
      Finding("bytes per typed letter, median", samples.median, "B"),
    ]
  }
}

/// The CPU time of an idle diary, which must be zero.
@MainActor enum Idle {
  static let benchmark = Benchmark(name: "idle", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.entries)
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    let ticks = terminal.cpuTicks() ?? 0
    let bytes = terminal.bytes.count
    let deadline = ContinuousClock.now + .seconds(3)
    while terminal.read(until: deadline) {}
    return [
      Finding("idle for 3 s, CPU", Double((terminal.cpuTicks() ?? 0) - ticks), "ticks", exactly: 0),
      Finding("idle for 3 s, written", Double(terminal.bytes.count - bytes), "B", exactly: 0),
    ]
  }
}

/// Parts of the response time, without starting a process.
@MainActor enum InProcess {
  static let benchmark = Benchmark(name: "in-process", run: run)

  /// In milliseconds. Other programs cause this deviation, and no user notices it.
  static let noise = 0.02

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let sizes = bench.options.sizes
    let rounds = 10 * bench.options.runs
    let diaries = try sizes.map { try bench.diary(of: $0) }
    let opened = try diaries.map { try OpenDiary($0) }
    let changed = try diaries.map { try OpenDiary(bench.copy(of: $0)) }
    var screens: [ListScreen] = []
    for diary in opened { screens.append(await ListScreen(diary.service)) }
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
      await screens[place].pressMovingKey()
    }
    all += try await findings("a save", rounds) { place in
      try await changed[place].time { _ = try await $0.add(fields) }
    }
    // Compared with the second diary, because the smallest one is read completely.
    for text in [Corpus.commonWord, Corpus.commonInitials, "-\(Corpus.rareWords[1])"] {
      let query = EntryQuery(SearchQuery(text, today: .earliest).predicate)
      all += try await findings("the first found for “\(text)”", rounds, from: 1) { place in
        try await opened[place].time { service in
          for await _ in try await service.sortKeys(query) { break }
        }
      }
    }
    // A search reads everything; its limit is grep, in another benchmark.
    all += try await findings("search for a rare word", bench.options.runs, limit: nil) { place in
      try await opened[place].time { _ = try await $0.entries(rare) }
    }
    return all
  }
}

/// A map of a hundred thousand entries: zoom steps and frames.
@MainActor enum MapFrames {
  static let benchmark = Benchmark(name: "map", run: run)

  private static let few = 1_000
  private static let many = 100_000
  /// In milliseconds; the first is in the background.
  private static let mostToPutTogether = 150.0
  private static let mostForFrame = 16.0
  /// The growth of a zoom step with the number of entries at each place.
  private static let growth = 1.5

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let earth = WorldMap(
      path: Checkout.path("Assets/map.bin"),
      places: PlaceNames(path: Checkout.path("Assets/places.bin")))
    let points = points(many)
    let index = MapIndex(points)
    let screens = [MapIndex(Array(points.prefix(few))), index].map {
      MapScreen($0, on: earth.piece)
    }
    let cell = PixelSize(width: 10, height: 20)
    let pixels = MapScreen(
      index, on: earth.piece,
      facts: TerminalFacts(graphics: PixelGraphics(.kitty, cell: cell), cell: cell, background: 0))
    var keys = 0
    let steps = try await Turns.take(
      10 * bench.options.runs,
      screens.map { screen in
        {
          // Zooms in from the earth to a city, and out again.
          keys += 1
          return screen.press(.character(keys / 24 % 2 == 0 ? "+" : "-"))
        }
      })
    let samples = try await Turns.take(
      bench.options.runs,
      [
        {
          ContinuousClock().measure { _ = MapClusters(MapIndex(points), zoom: 8, withRoute: false) }
        }, { screens[1].draw() }, { pixels.draw() },
      ])
    return [
      Finding(
        "\(Decimals.grouped(many)) entries put together", samples[0].quantile(0.5),
        atMost: mostToPutTogether),
      Finding(
        "a step of the zoom, \(Decimals.grouped(many)) entries", steps[1].median,
        atMost: mostForFrame),
    ]
      + Growth.findings(
        "a step of the zoom", sizes: [few, many], samples: steps, limit: growth,
        noise: InProcess.noise) + [
        Finding("the map drawn, 200 × 50", samples[1].quantile(0.5), atMost: mostForFrame),
        Finding(
          "the map drawn, as fine as for pixels", samples[2].quantile(0.5), atMost: mostForFrame),
      ]
  }

  /// A thousand places all over the earth, many around some cities, each with entries in turn.
  private static func points(_ count: Int) -> [PlacedEntry] {
    var random = SeededGenerator(seed: 11)
    let cities = [
      (37.57, 126.98), (35.18, 129.08), (48.86, 2.35), (40.71, -74.01), (-33.87, 151.2),
    ]
    let places = (0..<few).map { index in
      let city = cities[index % cities.count]
      let reach = index % 10 == 0 ? 40.0 : 0.4
      return MapPoint(
        latitude: city.0 + Double.random(in: -reach...reach, using: &random),
        longitude: max(-180, min(city.1 + Double.random(in: -reach...reach, using: &random), 180)))
    }
    let day = CalendarDay(daysSinceEpoch: 20_000)
    return (0..<count).map { index in
      PlacedEntry(
        sortKey: EntrySortKey(
          date: Int64(count - index), created: Timestamp(milliseconds: 0),
          id: ID(high: 0, low: UInt64(index))), day: day, point: places[index % few])
    }
  }
}
