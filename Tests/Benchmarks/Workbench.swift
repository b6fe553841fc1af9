import Glibc
import TestSupport

@MainActor final class Workbench {
  let options: Options
  private let folder: TemporaryFolder
  private var diaries: [Int: BenchmarkDiary] = [:]
  private var names = 0

  init(_ options: Options) throws {
    self.options = options
    folder = try TemporaryFolder(in: options.folder)
  }

  /// The reference for the others' times.
  var smallest: BenchmarkDiary { get throws { try diary(of: options.sizes[0]) } }

  /// The diary that limits apply to.
  var largest: BenchmarkDiary {
    get throws { try diary(of: options.sizes[options.sizes.count - 1]) }
  }

  func diary(of entries: Int) throws -> BenchmarkDiary {
    if let diary = diaries[entries] { return diary }
    Progress.report("  a diary of \(Decimals.grouped(entries)) entries")
    let diary = try BenchmarkDiary(
      entries: entries, in: try newFolder("diary"), program: options.program("photodiary"))
    diaries[entries] = diary
    return diary
  }

  /// A copy of a diary for changes.
  func copy(of diary: BenchmarkDiary) throws -> BenchmarkDiary {
    let home = newPath("copy")
    try Tool.run("cp", ["-a", diary.home, home]).result()
    return BenchmarkDiary(diary, movedTo: home)
  }

  func read(_ path: String) throws -> [UInt8] { try folder.read(path) }

  /// An unused path.
  func newPath(_ name: String) -> String {
    names += 1
    return folder.path("\(name)-\(names)")
  }

  func newFolder(_ name: String) throws -> String {
    let path = newPath(name)
    guard mkdir(path, 0o700) == 0 else { throw Failure.cannotWrite(path) }
    return path
  }
}

/// The command line: names of benchmarks and `--name value` pairs.
struct Options {
  /// The folder of the diary's and the C programs, or `nil` for that of the benchmarks.
  var programs: String?
  /// The folder for temporary diaries; on a disk, because fsync is measured.
  var folder = "/var/tmp"
  /// Sizes to compare: the first is the reference, limits apply to the last.
  var sizes = [100, 10_000, 100_000]
  /// The number of entries in the other diary.
  var entries = 1000
  /// The number of quick measurements.
  var runs = 30
  /// The number of measurements that take seconds.
  var slowRuns = 3
  /// The size of the large photo, in millions of bytes.
  var photo = 1000
  /// Files for the findings as JSON and as a table.
  var json: String?
  var text: String?
  /// The benchmarks to run; empty for all.
  var names: [String] = []

  static func unknown(_ argument: String) -> Failure {
    Failure("unknown option or missing value: \(argument)")
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        names.append(argument)
        continue
      }
      guard let value = rest.popFirst() else { throw Self.unknown(argument) }
      switch argument {
      case "--programs": programs = value
      case "--folder": folder = value
      case "--sizes":
        sizes = try value.split(separator: ",").map { try Self.positive(String($0), argument) }
        if sizes.isEmpty { throw Self.unknown(argument) }
      case "--entries": entries = try Self.positive(value, argument)
      case "--runs": runs = try Self.positive(value, argument)
      case "--slow-runs": slowRuns = try Self.positive(value, argument)
      case "--photo": photo = try Self.positive(value, argument)
      case "--json": json = value
      case "--text": text = value
      default: throw Self.unknown(argument)
      }
    }
  }

  func program(_ name: String) -> String {
    programs.map { "\($0)/\(name)" } ?? BuiltProgram.path(name)
  }

  private static func positive(_ value: String, _ argument: String) throws -> Int {
    guard let number = Int(value), number > 0 else { throw Self.unknown(argument) }
    return number
  }
}

/// A measurement, selected by name on the command line.
struct Benchmark: Sendable {
  let name: String
  let run: @MainActor @Sendable (Workbench) async throws -> [Finding]
}

extension Benchmark {
  /// All benchmarks; the ones that fill the disk are last.
  @MainActor static let all = [
    FirstFrame.benchmark, BytesPerKey.benchmark, Typing.benchmark, Idle.benchmark,
    ShortCommands.benchmark, InProcess.benchmark, Together.benchmark, TypedSearches.benchmark,
    Days.benchmark, PlaceLookups.benchmark, MapFrames.benchmark, Saves.benchmark,
    RenamedTags.benchmark, Statistics.benchmark, Memories.benchmark, Searches.benchmark,
    Memory.benchmark, LostIndex.benchmark, Jrnl.benchmark, Imports.benchmark,
    DayOneImports.benchmark, Pictures.benchmark, ContactSheets.benchmark, LargePhoto.benchmark,
    Backups.benchmark, Exports.benchmark, Sites.benchmark, Sealing.benchmark, Syncs.benchmark,
    Encryption.benchmark,
  ]

  /// Runs the benchmark. A failure becomes a finding, so that the others aren't lost.
  @MainActor func findings(_ bench: Workbench) async -> [Finding] {
    do { return try await run(bench) } catch { return [Finding(name, .failed("\(error)"))] }
  }
}

/// System programs used as references.
enum Tool {
  /// The path of a program in `PATH`.
  static func path(_ name: String) throws -> String {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw Failure("\(name) isn't installed")
  }

  static func run(_ name: String, _ arguments: [String]) throws -> ProgramRun {
    ProgramRun([try path(name)] + arguments)
  }
}

/// Flushes caches, so that each measurement includes only its writes.
enum Disk {
  /// Syncs the file system of a path.
  static func sync(_ path: String) throws -> Duration {
    try Tool.run("sync", ["--file-system", path]).time()
  }

  /// Measures an operation after a sync, including a sync of `target`.
  static func time(
    after path: String, syncing target: String? = nil, _ body: () throws -> ProgramRun
  ) throws -> Duration {
    _ = try sync(path)
    return try body().time() + (target.map(sync) ?? .zero)
  }

  static func timeOfCopy(
    _ path: String, to copy: String, after synced: String, _ options: String = "-r"
  ) throws -> Duration {
    try time(after: synced, syncing: copy) { try Tool.run("cp", [options, path, copy]) }
  }

  static func remove(_ path: String) throws { try Tool.run("rm", ["-rf", path]).result() }

  /// The number of files below a folder; 0 if it doesn't exist.
  static func files(in path: String) throws -> Int {
    let found = try ProgramRun([Tool.path("find"), path, "-type", "f"], accepted: [0, 1]).result()
    return found.text.count { $0 == "\n" }
  }
}

enum FileWriter {
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try write([Array(bytes)], to: path)
  }

  /// Writes the parts in order, each made lazily.
  static func write(_ parts: some Sequence<[UInt8]>, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure.cannotWrite(path) }
    let isWritten = parts.allSatisfy { fwrite($0, 1, $0.count, file) == $0.count }
    guard fclose(file) == 0, isWritten else { throw Failure.cannotWrite(path) }
  }
}

/// The reason a benchmark can't continue.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func cannotWrite(_ path: String) -> Failure {
    Failure("can't write \(path): \(String(cString: strerror(errno)))")
  }
}

/// A process from start to exit, with its output read through a pipe.
struct ProgramRun {
  var arguments: [String]
  var environment: [String: String]
  /// The accepted exit statuses.
  var accepted: Set<Int>

  init(_ arguments: [String], environment: [String: String] = [:], accepted: Set<Int> = [0]) {
    (self.arguments, self.environment, self.accepted) = (arguments, environment, accepted)
  }

  @discardableResult func result() throws -> ProgramResult {
    let result = try ProgramResult.run(
      arguments[0], Array(arguments.dropFirst()), environment: environment.mapValues { $0 },
      timeout: .seconds(1800))
    guard let status = result.status, accepted.contains(status) else {
      throw Failure("\(arguments.joined(separator: " ")): \(result.end) \(result.errorText)")
    }
    return result
  }

  func time() throws -> Duration { try ContinuousClock().measure { try result() } }
}

/// Measures several operations in turns, under the same conditions.
enum Turns {
  typealias Player = @MainActor () async throws -> Duration

  /// Returns samples in milliseconds. Unless `isCold`, the first round doesn't count.
  @MainActor static func take(
    _ rounds: Int, isCold: Bool = false, _ players: [Player]
  ) async throws -> [Samples] {
    var samples = players.map { _ in Samples() }
    for round in (isCold ? 1 : 0)...rounds {
      for (index, player) in players.enumerated() {
        let time = try await player()
        if round > 0 { samples[index].add(time) }
      }
    }
    return samples
  }

  /// Measures one operation after a first round.
  @MainActor static func take(_ rounds: Int, _ player: @escaping Player) async throws -> Samples {
    try await take(rounds, [player])[0]
  }

  /// Measures two operations in turns.
  @MainActor static func take(
    _ rounds: Int, isCold: Bool = false, ours: @escaping Player, reference: @escaping Player
  ) async throws -> (ours: Samples, reference: Samples) {
    let samples = try await take(rounds, isCold: isCold, [ours, reference])
    return (samples[0], samples[1])
  }
}

enum Progress {
  static func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    write(STDERR_FILENO, bytes, bytes.count)
  }
}
