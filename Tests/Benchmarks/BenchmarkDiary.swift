import TestSupport

/// A home with a diary that holds the corpus, gone with this.
final class BenchmarkDiary: Sendable {
  private let folder: TemporaryFolder
  private let program: String
  let environment: [String: String]

  struct NotImported: Error, CustomStringConvertible {
    let result: ProgramResult
    var description: String { "the import failed: \(result.text)\(result.errorText)" }
  }

  init(_ options: Options) throws {
    folder = try TemporaryFolder()
    program = options.diary
    let path = folder.path
    environment = TestEnvironment.with([
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
      "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache",
    ])
    let corpus = try folder.write(Corpus.lines(options.entries), to: "corpus.jsonl")
    let result = try ProgramResult.run(
      program, ["import", corpus, "--format", "jsonl"],
      environment: environment.mapValues { $0 })
    guard result.status == 0, result.text.hasPrefix("\(options.entries) added") else {
      throw NotImported(result: result)
    }
  }

  /// Starts the diary on a terminal of its own.
  func open(columns: Int, rows: Int) throws -> PseudoTerminal {
    try PseudoTerminal(program: program, environment: environment, columns: columns, rows: rows)
  }

  /// Starts it and waits until its first frame has been written.
  func openAndSettle(columns: Int, rows: Int) throws -> PseudoTerminal {
    let terminal = try open(columns: columns, rows: rows)
    var deadline = ContinuousClock.now + .seconds(20)
    while terminal.read(until: deadline) { deadline = .now + .milliseconds(300) }
    guard !terminal.hasEnded else {
      throw NoFrame(program: program, output: String(decoding: terminal.bytes, as: UTF8.self))
    }
    return terminal
  }
}

/// A program that should have drawn a screen, and ended.
struct NoFrame: Error, CustomStringConvertible {
  let program: String
  let output: String
  var description: String { "\(program) drew no frame: \(output.debugDescription)" }
}
