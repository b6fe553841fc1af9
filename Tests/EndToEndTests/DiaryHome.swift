import DiaryCore
import Glibc
import TestSupport

/// A home with a diary in it, gone with the test.
final class DiaryHome {
  let folder: TemporaryFolder
  private let environment: [String: String?]

  /// `environment` is what every program finds here, besides the folders.
  init(environment: [String: String?] = [:]) throws {
    folder = try TemporaryFolder()
    let path = folder.path
    self.environment = [
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
      "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache", "TMPDIR": path,
    ].merging(environment) { $1 }
  }

  var store: String { folder.path("data/photodiary") }

  // MARK: The diary's screens

  /// Opens the diary and waits for its first frame.
  func open(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String?] = [:], showing first: String = "keys",
    playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    let session = try start(
      arguments, columns: columns, rows: rows, environment: environment, playedBy: actor)
    try session.waitFor(first)
    return session
  }

  /// Opens the diary, whatever may come of it.
  func start(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String?] = [:], playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    try TerminalSession(
      program: BuiltProgram.path("photodiary"), arguments: arguments,
      environment: self.environment.merging(environment) { $1 }, columns: columns, rows: rows,
      playedBy: actor)
  }

  /// Runs a shell script on a terminal, in which `$DIARY` is the program. A shell that outlives
  /// the program sees how it left the terminal.
  func shell(
    _ script: String, environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    var all = self.environment.merging(environment) { $1 }
    all["DIARY"] = BuiltProgram.path("photodiary")
    return try TerminalSession(
      program: "/bin/bash", arguments: ["--norc", "--noprofile", "-c", script], environment: all)
  }

  // MARK: Its command line

  struct Failed: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult
    var description: String { "photodiary \(arguments): \(result.end) \(result.errorText)" }
  }

  /// Runs a sub-command, whatever comes of it.
  func result(_ arguments: [String], input: String = "") throws -> ProgramResult {
    try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, input: Array(input.utf8),
      environment: environment)
  }

  /// Runs a sub-command that has to work. Returns what it printed, without the last line's end.
  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> String {
    let result = try result(arguments, input: input)
    guard result.status == 0 else { throw Failed(arguments: arguments, result: result) }
    return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
  }

  /// Starts a sub-command and lets it run.
  func startBeside(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(BuiltProgram.path("photodiary"), arguments, environment: environment)
  }

  /// Runs a shell script, to which the arguments are `$0` and on.
  func runScript(_ script: String, _ arguments: String...) throws -> ProgramResult {
    try ProgramResult.run("/bin/sh", ["-c", script] + arguments, environment: environment)
  }

  /// Adds entries, a minute apart, the first title the oldest.
  func add(_ titles: String...) throws {
    let lines = titles.enumerated().map { index, title in
      #"{"title":"\#(title)","content":"\#(title): text.","date":"2026-03-0\#(index + 1)T08:00:00Z"}"#
    }
    try run("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
  }

  /// The diary's entries as scripts see them, newest first.
  func entries() throws -> [JSONValue] {
    try JSONParser.parse(Array(try run("list", "--format", "json").utf8)).array ?? []
  }

  /// What the photos of the newest entry are called.
  func newestPhotos() throws -> [String] {
    try entries().first?["photos"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  func titles() throws -> [String] { try entries().compactMap { $0["title"]?.string } }

  /// The drafts that are kept.
  func drafts() throws -> [String] {
    try files(in: folder.path("state/photodiary/drafts")).filter { $0.hasSuffix(".json") }
  }

  /// All files below a folder, as paths in it; none if there is no folder.
  func files(in folder: String) throws -> [String] {
    let found = try ProgramResult.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
    return found.text.split(separator: "\n").map(String.init).sorted()
  }

  /// A small photo of the checkout's own.
  static func photo(_ name: String) -> String {
    Checkout.path("Assets/photos/" + name)
  }
}
