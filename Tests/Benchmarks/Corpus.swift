import DiaryCore
import DiaryStore
import Glibc
import TestSupport

/// A generated entry.
struct CorpusEntry {
  /// Formatted as `2015-01-31`.
  let day: String
  /// Formatted as `07:30`.
  let time: String
  let title: String
  let content: String
  let tag: String

  /// A line of JSON for `import`.
  func line(photo: String? = nil, place: String? = nil) -> [UInt8] {
    var members = [
      JSONMember("date", .string("\(day)T\(time):00+09:00")), JSONMember("title", .string(title)),
      JSONMember("content", .string(content)), JSONMember("tags", .array([.string(tag)])),
      JSONMember("photos", .array(photo.map { [.string($0)] } ?? [])),
    ]
    if let place { members.append(JSONMember("place", .string(place))) }
    return JSONWriter.bytes(.object(members)) + [0x0A]
  }
}

/// Generated entries of some 600 bytes of Korean and English, always the same, until the end of
/// 2025.
enum Corpus {
  /// Words in four entries of every corpus, and words in none.
  static let rareWords = ["xylophone", "실로폰"]
  static let absentWords = ["zeppelin", "비행선"]
  static let rareCount = 4
  /// The initial consonants of a rare word, and of words in most entries.
  static let rareInitials = "ㅅㄹㅍ"
  static let commonInitials = "ㄱㅊ"
  /// A word in most entries.
  static let commonWord = "river"
  /// A tag of a sixth of all entries, and one of their last months.
  static let tag = tags[0]
  static let month = "2025-11"

  private static let korean = [
    "강가를", "걸었다", "안개가", "천천히", "걷히고", "첫", "기차가", "다리를", "건넜다", "아침",
    "골목의", "고양이가", "창밖을", "보았다", "국수와", "책", "두", "장", "매화나무에", "눈이",
    "내렸다", "할머니의", "편지를", "다시", "읽었다", "저녁에는", "바람이", "불었고", "우리는", "웃었다",
  ]
  private static let english = [
    "the", "river", "was", "grey", "and", "slow", "we", "walked", "home", "past", "gardens",
    "with", "bread", "under", "one", "arm", "a", "letter", "came", "from", "north", "soup",
    "simmered", "while", "it", "rained", "two", "chapters", "before", "sleep",
  ]
  private static let tags = ["산책", "집", "friends", "음식", "river", "책"]

  /// Entries made lazily, oldest first.
  static func entries(_ count: Int) -> some Sequence<CorpusEntry> {
    (0..<count).lazy.map { entry($0, of: count) }
  }

  private static func entry(_ index: Int, of count: Int) -> CorpusEntry {
    var generator = SeededGenerator(seed: UInt64(index))
    func pick(_ words: [String]) -> String { words[generator.next(words.count)] }
    var text = ""
    var sentence = 0
    while text.utf8.count < 590 {
      let words = sentence.isMultiple(of: 2) ? korean : english
      text += (0..<(6 + generator.next(6))).map { _ in pick(words) }.joined(separator: " ")
      sentence += 1
      text += sentence.isMultiple(of: 4) ? ".\n\n" : ". "
    }
    // In the middle of every quarter.
    let quarter = max(1, count / rareCount)
    if index % quarter == quarter / 2, index / quarter < rareCount {
      text += rareWords.joined(separator: " ")
    }
    let (day, time) = date(index, of: count)
    return CorpusEntry(
      day: day, time: time, title: "\(index + 1) \(pick(korean)) \(pick(english))", content: text,
      tag: pick(tags))
  }

  /// Spreads entries over at most 25 years, with 28 days a month.
  private static func date(_ index: Int, of count: Int) -> (day: String, time: String) {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let perDay = 1 + count / (25 * 12 * 28)
    let back = count - 1 - index
    let day = 26 * 12 * 28 - 1 - back / perDay
    let minute = (perDay - 1 - back % perDay) * 24 * 60 / perDay + 7
    let months = day / 28
    return (
      "\(2000 + months / 12)-\(two(months % 12 + 1))-\(two(day % 28 + 1))",
      "\(two(minute / 60)):\(two(minute % 60))"
    )
  }
}

extension SeededGenerator {
  fileprivate mutating func next(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// A home with a diary of the corpus.
struct BenchmarkDiary: Sendable {
  let entries: Int
  let home: String
  /// The imported entries, one line of JSON each.
  let corpus: String
  let program: String

  var environment: [String: String] {
    TestEnvironment.with([
      "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
      "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
    ])
  }
  var store: String { home + "/data/photodiary" }
  var cache: String { home + "/cache" }
  var index: String { store + "/index.json" }
  var device: String { home + "/state/photodiary/device" }

  /// Writes the corpus and imports it.
  init(entries: Int, in home: String, program: String) throws {
    self.entries = entries
    self.home = home
    self.program = program
    // Outside the home, so that copies don't include it.
    corpus = home + ".jsonl"
    try FileWriter.write(Corpus.entries(entries).lazy.map { $0.line() }, to: corpus)
    try importCorpus().result()
  }

  /// A copy of a diary in another home.
  init(_ other: BenchmarkDiary, movedTo home: String) {
    entries = other.entries
    self.home = home
    corpus = other.corpus
    program = other.program
  }

  func run(_ arguments: String...) -> ProgramRun {
    ProgramRun([program] + arguments, environment: environment)
  }

  /// Runs the program on another store of this home.
  func run(store: String, _ arguments: String...) -> ProgramRun { run(store: store, arguments) }

  func run(store: String, _ arguments: [String]) -> ProgramRun {
    ProgramRun([program] + arguments + ["--store", store], environment: environment)
  }

  func importCorpus(into store: String? = nil) -> ProgramRun {
    run(store: store ?? self.store, "import", corpus, "--format", "jsonl")
  }

  /// Imports entries with one photo each from a folder.
  func importEntries(with photos: [String], in folder: String) throws {
    let file = folder + "/entries.jsonl"
    try FileWriter.write(
      zip(Corpus.entries(photos.count), photos).lazy.map { $0.line(photo: $1) }, to: file)
    try run("import", file, "--format", "jsonl").result()
  }

  /// Starts the diary on a pseudo-terminal.
  func open(columns: Int, rows: Int) throws -> PseudoTerminal {
    try PseudoTerminal(program: program, environment: environment, columns: columns, rows: rows)
  }

  /// Starts the diary and waits for its first frame.
  func openAndSettle(columns: Int, rows: Int) throws -> PseudoTerminal {
    let terminal = try open(columns: columns, rows: rows)
    terminal.settle(silence: .milliseconds(300))
    guard !terminal.hasEnded else { throw Failure.noFrame(program, terminal) }
    return terminal
  }
}

extension PseudoTerminal {
  /// Reads until no output has arrived for a while.
  func settle(silence: Duration, atMost most: Duration = .seconds(20)) {
    var deadline = ContinuousClock.now + most
    while read(until: deadline) { deadline = .now + silence }
  }
}

extension Failure {
  /// Thrown if a program didn't draw a screen.
  static func noFrame(_ program: String, _ terminal: PseudoTerminal) -> Failure {
    let output = String(decoding: terminal.bytes, as: UTF8.self)
    return Failure("\(program) drew no frame: \(output.debugDescription)")
  }
}

/// A diary opened in this process.
struct OpenDiary: Sendable {
  let service: DiaryService
  let repository: any DiaryRepository

  /// - Parameter cipher: the cipher of an encrypted diary.
  init(_ diary: BenchmarkDiary, _ cipher: StoreCipher = StoreCipher()) throws {
    self.init(
      DiskRepository(
        root: diary.store, cipher: cipher, devicePath: diary.device,
        defaultAuthorName: { "Anyone" }, now: Self.now))
  }

  init(_ repository: any DiaryRepository) {
    self.repository = repository
    service = DiaryService(repository: repository, inspector: NoInspector(), now: Self.now)
  }

  /// Measures an operation on the diary.
  @MainActor func time(
    _ body: @MainActor (DiaryService) async throws -> Void
  ) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await body(service)
    return clock.now - start
  }

  static let today = EntryDate(instant: now().seconds, offset: 0)

  /// An entry of the length of a corpus entry.
  static func sampleFields() -> EntryFields {
    let content = String(repeating: "강가를 걸었다. We walked home by the river. ", count: 12)
    return EntryFields(date: today, title: "A walk by the river", content: content)
  }

  @Sendable private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// Used for diaries without photos.
private struct NoInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    throw .photo(path: path, .notAnImage)
  }
}

/// Copies of a real photo, followed by bytes that decoders ignore.
struct SamplePhoto {
  private let photo: [UInt8]

  @MainActor init(_ bench: Workbench) throws {
    photo = try bench.read(Checkout.photo("river-fog.jpg"))
  }

  /// Writes different photos. Returns their names.
  func write(_ count: Int, to folder: String) throws -> [String] {
    try (0..<count).map { number in
      let name = "\(number).jpg"
      try FileWriter.write(photo + Array("\(number)".utf8), to: folder + "/" + name)
      return name
    }
  }

  /// Writes different photos of a size. Returns their names.
  func write(_ count: Int, bytes: Int, to folder: String) throws -> [String] {
    try (0..<count).map { number in
      let name = "\(number).jpg"
      try write(bytes: bytes, seed: number << 32, to: "\(folder)/\(name)")
      return name
    }
  }

  /// Writes a photo of a size, different for each seed.
  func write(bytes: Int, seed: Int = 0, to path: String) throws {
    let piece = 1 << 20
    let parts = stride(from: 0, to: bytes, by: piece).lazy.map { start in
      let head = start == 0 ? photo : []
      let count = min(piece, bytes - start) - head.count
      return head + Self.bytes(count, seed: seed + start)
    }
    try FileWriter.write(parts, to: path)
  }

  private static func bytes(_ count: Int, seed: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = (0..<(max(0, count) / 8 + 1)).map { _ in generator.next() }
    return words.withUnsafeBytes { Array($0.prefix(max(0, count))) }
  }
}

/// Photos of 12 megapixels, made by a C program.
@MainActor struct LargePhotos {
  private let bench: Workbench
  private let program: String

  init(_ bench: Workbench) {
    self.bench = bench
    program = bench.options.program("photos")
  }

  /// Writes photos into a new folder. Returns their paths.
  func write(_ count: Int) throws -> [String] {
    let folder = try bench.newFolder("large-photos")
    try ProgramRun([program, "make", String(count), folder]).result()
    return (0..<count).map { "\(folder)/\($0).jpg" }
  }

  /// Decodes all photos at an eighth of their size on two cores, the minimum for thumbnails.
  func shrink(_ photos: [String]) -> ProgramRun { ProgramRun([program, "shrink", "2"] + photos) }
}
