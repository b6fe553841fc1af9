import Glibc
import TestSupport

/// A home with a diary, removed with the test.
package struct TestHome {
  package let folder: TemporaryFolder
  /// Changes to the environment of each program; `nil` unsets a variable.
  package var environment: [String: String?]

  package init(environment: [String: String?] = [:]) throws {
    folder = try TemporaryFolder()
    self.environment = environment
  }

  package var store: String { folder.path("data/photodiary") }

  /// The environment of each program, merged over `TestEnvironment`.
  private func environment(_ changes: [String: String?]) -> [String: String?] {
    let path = folder.path
    let folders: [String: String?] = [
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
      "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache", "TMPDIR": path,
      "DIARY": BuiltProgram.path("photodiary"),
    ]
    return folders.merging(environment) { $1 }.merging(changes) { $1 }
  }

  // MARK: Commands

  /// Runs a command, whatever its status.
  package func run(_ arguments: [String], input: [UInt8] = []) throws -> ProgramResult {
    try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, input: input, environment: environment([:]),
      folder: folder.path)
  }

  package func callAsFunction(_ arguments: String..., input: String = "") throws -> ProgramResult {
    try run(arguments, input: Array(input.utf8))
  }

  /// A command's unexpected success or failure.
  package struct Unexpected: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult

    package var description: String {
      "photodiary \(arguments): \(result.end)\n\(result.text)\(result.errorText)"
    }
  }

  /// Runs a command. Returns its output without the last line end.
  /// - Throws: `Unexpected` if it fails.
  @discardableResult
  package func output(_ arguments: [String], input: String = "") throws -> String {
    let result = try run(arguments, input: Array(input.utf8))
    guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
    return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
  }

  @discardableResult
  package func output(_ arguments: String..., input: String = "") throws -> String {
    try output(arguments, input: input)
  }

  /// Runs a command. Returns its JSON.
  /// - Throws: `Unexpected` if it fails, or the parser's error.
  package func json(_ arguments: String...) throws -> JSON { try JSON.parse(try output(arguments)) }

  /// Runs a command that has to fail with only one line, which is returned.
  /// - Throws: `Unexpected` if it does anything else.
  package func failure(_ arguments: [String], status: Int = 1) throws -> String {
    let result = try run(arguments)
    let line = result.errorText
    guard result.status == status, result.output.isEmpty, line.hasPrefix("photodiary: "),
      line.hasSuffix("\n"), !line.dropLast().contains("\n")
    else { throw Unexpected(arguments: arguments, result: result) }
    return line
  }

  package func failure(_ arguments: String..., status: Int = 1) throws -> String {
    try failure(arguments, status: status)
  }

  /// Starts a command.
  package func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(
      BuiltProgram.path("photodiary"), arguments, environment: environment([:]),
      folder: folder.path)
  }

  /// Runs a shell script with arguments from `$0` on, in which `$DIARY` is the program.
  package func runScript(_ script: String, _ arguments: String...) throws -> ProgramResult {
    try ProgramResult.run(
      "/bin/bash", ["--norc", "--noprofile", "-c", script] + arguments,
      environment: environment([:]), folder: folder.path)
  }

  // MARK: Other programs

  /// Writes a shell script to the home's `bin`. Returns its path.
  @discardableResult package func makeProgram(_ name: String, _ script: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try makeExecutable(path)
    return path
  }

  /// A `PATH` that begins with the home's programs.
  package var programPath: String { folder.path("bin") + ":/usr/bin:/bin" }

  // MARK: Screens

  /// Opens the screens, or runs a command on a terminal, and waits for a text.
  package func open(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String?] = [:], showing first: String? = "keys",
    playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      program: BuiltProgram.path("photodiary"), arguments: arguments,
      environment: self.environment(environment), folder: folder.path, columns: columns, rows: rows,
      playedBy: actor)
    if let first { try session.waitFor(first) }
    return session
  }

  /// Runs a shell script on a terminal, in which `$DIARY` is the program.
  package func shell(
    _ script: String, environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      program: "/bin/bash", arguments: ["--norc", "--noprofile", "-c", script],
      environment: self.environment(environment), folder: folder.path)
  }

  // MARK: The diary

  /// Adds an entry a day, the oldest first.
  package func add(_ titles: String...) throws {
    let lines = titles.enumerated().map { index, title in
      #"{"title":"\#(title)","content":"\#(title): text.","date":"2026-03-0\#(index + 1)T08:00:00Z"}"#
    }
    try output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
  }

  /// The diary's entries as JSON, newest first.
  package func entries() throws -> [JSON] { try json("list", "--format", "json").array ?? [] }

  package func titles(
    _ command: String = "list", _ arguments: [String] = []
  ) throws -> [String] {
    try output([command, "--format", "jsonl"] + arguments).split(separator: "\n")
      .compactMap { try JSON.parse($0)["title"]?.string }
  }

  /// The files of drafts.
  package func drafts() throws -> [String] {
    try files(in: folder.path("state/photodiary/drafts")).filter { $0.hasSuffix(".json") }
  }

  /// Returns all files in a folder, as relative paths; none if there is no folder.
  package func files(in folder: String) throws -> [String] {
    let found = try ProgramResult.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
    return found.text.split(separator: "\n").map(String.init).sorted()
  }
}

/// Returns 128 random bits as text.
package func randomText() -> String {
  (0..<2).map { _ in String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16) }.joined()
}
