import TestSupport

/// A home with a diary that holds the corpus.
struct BenchmarkDiary: Sendable {
  let entries: Int
  let home: String
  /// The entries as they were imported, a line of JSON each.
  let corpus: String
  let program: String

  var environment: [String: String] { TestEnvironment.with(Self.folders(in: home)) }
  var store: String { home + "/data/photodiary" }
  var cache: String { home + "/cache" }
  var index: String { store + "/index.json" }
  var device: String { home + "/state/photodiary/device" }

  private static func folders(in home: String) -> [String: String] {
    [
      "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
      "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
    ]
  }

  /// Writes the corpus and has the program import it.
  init(entries: Int, in home: String, program: String) throws {
    self.entries = entries
    self.home = home
    self.program = program
    // Beside it, so that copies are without.
    corpus = home + ".jsonl"
    try FileWriter.write(Corpus.lines(entries), to: corpus)
    try importCorpus().result()
  }

  /// A diary that was copied to another home.
  init(_ other: BenchmarkDiary, movedTo home: String) {
    entries = other.entries
    self.home = home
    corpus = other.corpus
    program = other.program
  }

  /// The diary's program with a sub-command.
  func run(_ arguments: String...) -> ProgramRun {
    ProgramRun([program] + arguments, environment: environment)
  }

  /// Runs the program on another store of this home, as on one that doesn't exist yet.
  func run(store: String, _ arguments: String...) -> ProgramRun { run(store: store, arguments) }

  func run(store: String, _ arguments: [String]) -> ProgramRun {
    ProgramRun([program] + arguments + ["--store", store], environment: environment)
  }

  func importCorpus(into store: String? = nil) -> ProgramRun {
    run(store: store ?? self.store, "import", corpus, "--format", "jsonl")
  }

  /// Starts the diary on a terminal of its own.
  func open(columns: Int, rows: Int) throws -> PseudoTerminal {
    try PseudoTerminal(program: program, environment: environment, columns: columns, rows: rows)
  }

  /// Starts it and waits until its first frame has been written.
  func openAndSettle(columns: Int, rows: Int) throws -> PseudoTerminal {
    let terminal = try open(columns: columns, rows: rows)
    terminal.settle(silence: .milliseconds(300))
    guard !terminal.hasEnded else {
      throw NoFrame(program: program, output: String(decoding: terminal.bytes, as: UTF8.self))
    }
    return terminal
  }
}

extension PseudoTerminal {
  /// Reads until nothing has come for a while.
  func settle(silence: Duration, atMost most: Duration = .seconds(20)) {
    var deadline = ContinuousClock.now + most
    while read(until: deadline) { deadline = .now + silence }
  }
}

/// A program that should have drawn a screen, and ended.
struct NoFrame: Error, CustomStringConvertible {
  let program: String
  let output: String
  var description: String { "\(program) drew no frame: \(output.debugDescription)" }
}
