import Age
import DiaryCore
import Glibc
import System
import TestSupport
import photodiary

/// A home with a diary, whose sub-commands run in this process. It is removed with the test.
struct TestHome {
  let folder: TemporaryFolder
  /// The whole environment of each command; nothing of the user's but `PATH`.
  var environment: [String: String]
  /// The home's time zone, in seconds east of UTC.
  var offsetFromUTC = 0

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path
    environment = TestEnvironment.with([
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
      "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache",
      "PHOTODIARY_STORE": path + "/diary", "TMPDIR": path, "TERM": "dumb",
    ])
  }

  /// The diary's folder.
  var store: String { folder.path("diary") }

  /// What the machine remembers of diaries: the last line that it saved in each.
  var marks: String { folder.path("state/photodiary/marks") }

  /// The same home in Korean.
  var inKorean: TestHome { with(["LANG": "ko_KR.UTF-8"]) }

  /// The same home with some variables of the environment set, or unset.
  func with(_ variables: [String: String?]) -> TestHome {
    var home = self
    for (name, value) in variables { home.environment[name] = value }
    return home
  }

  /// Writes a shell script that can be executed. Returns its path.
  @discardableResult
  func program(_ name: String, _ script: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(script)\n", to: name)
    try makeExecutable(path)
    return path
  }

  // MARK: Commands

  /// Runs a command to its end, whatever its status.
  func run(_ arguments: [String], input: [UInt8] = []) async throws -> ProgramResult {
    await Turns.shared.wait()
    do {
      let result = try await finished(arguments, input)
      await Turns.shared.signal()
      return result
    } catch {
      await Turns.shared.signal()
      throw error
    }
  }

  private func finished(_ arguments: [String], _ input: [UInt8]) async throws -> ProgramResult {
    let files = [
      try Descriptor.memory("input"), try Descriptor.memory("output"),
      try Descriptor.memory("errors"),
    ]
    defer { for file in files { file.close() } }
    try files[0].write(input)
    try files[0].seek(to: 0)
    let invocation = Invocation(
      [BuiltProgram.path("photodiary")] + arguments, environment: environment, input: files[0],
      output: files[1], errors: files[2], offsetFromUTC: offsetFromUTC)
    // A passphrase is made to take half a second.
    let status = await AgePassphrase.$costLimit.withValue(4) { await runProgram(invocation) }
    return ProgramResult(
      end: .status(Int(status)), output: try contents(of: files[1]),
      errors: try contents(of: files[2]))
  }

  private func contents(of file: Descriptor) throws -> [UInt8] {
    try file.bytes(try file.status().size, at: 0)
  }

  func callAsFunction(_ arguments: String..., input: String = "") async throws -> ProgramResult {
    try await run(arguments, input: Array(input.utf8))
  }

  /// A command that had to succeed and failed, or the other way round.
  struct Unexpected: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult

    var description: String {
      "photodiary \(arguments): \(result.end)\n\(result.text)\(result.errorText)"
    }
  }

  /// Runs a command and returns what it printed, without the last line end.
  /// - Throws: `Unexpected` if it fails.
  @discardableResult
  func output(_ arguments: [String], input: String = "") async throws -> String {
    let result = try await run(arguments, input: Array(input.utf8))
    guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
    return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
  }

  @discardableResult
  func output(_ arguments: String..., input: String = "") async throws -> String {
    try await output(arguments, input: input)
  }

  /// Runs a command and returns what it wrote to standard error.
  /// - Throws: `Unexpected` if it fails.
  func notes(_ arguments: [String]) async throws -> String {
    let result = try await run(arguments)
    guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
    return result.errorText
  }

  func notes(_ arguments: String...) async throws -> String { try await notes(arguments) }

  /// Runs a command and returns the JSON that it printed.
  /// - Throws: `Unexpected` if it fails, or the parser's error.
  func json(_ arguments: String...) async throws -> JSONValue {
    try JSONParser.parse(try await output(arguments))
  }

  /// Runs a command that has to fail with nothing but one line, which it returns.
  /// - Throws: `Unexpected` if it does anything else.
  func failure(_ arguments: [String], status: Int = 1) async throws -> String {
    let result = try await run(arguments)
    let line = result.errorText
    guard result.status == status, result.output.isEmpty, line.hasPrefix("photodiary: "),
      line.hasSuffix("\n"), !line.dropLast().contains("\n")
    else { throw Unexpected(arguments: arguments, result: result) }
    return line
  }

  func failure(_ arguments: String..., status: Int = 1) async throws -> String {
    try await failure(arguments, status: status)
  }

  // MARK: The diary

  /// Adds entries, a day apart, the first title the oldest.
  func add(_ titles: String...) async throws {
    let lines = titles.enumerated().map { index, title in
      #"{"title":"\#(title)","content":"\#(title): text.","date":"2026-03-0\#(index + 1)T08:00:00Z"}"#
    }
    try await output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
  }

  /// The diary's entries as scripts see them, newest first.
  func entries() async throws -> [JSONValue] {
    try await json("list", "--format", "json").array ?? []
  }

  /// The entries of a diary without what an import notes, their author, and the machine's paths.
  func portableEntries(of store: String? = nil) async throws -> [JSONValue] {
    try await require(json("list", "--format", "json", "--store", store ?? self.store).array)
      .map { entry in
        let members = (entry.members ?? []).filter { !["imported", "author"].contains($0.name) }
        return .object(
          members.map { member in
            guard member.name == "photos" else { return member }
            let photos = (member.value.array ?? []).map { photo in
              JSONValue.object((photo.members ?? []).filter { $0.name != "file" })
            }
            return JSONMember("photos", .array(photos))
          })
      }
  }

  /// One of the entries.
  func entry(_ id: String) async throws -> JSONValue {
    try await json("show", id, "--format", "json")
  }

  /// The titles of those entries that a listing or a search finds.
  func titles(
    _ command: String = "list", _ arguments: [String] = []
  ) async throws -> [String] {
    try await output([command, "--format", "jsonl"] + arguments).split(separator: "\n")
      .compactMap { try JSONParser.parse(String($0))["title"]?.string }
  }

  /// All files below a folder, as paths in it; none if there is no folder.
  func files(in folder: String) throws -> [String] {
    let found = try ProgramResult.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
    return found.text.split(separator: "\n").map(String.init).sorted()
  }
}

/// Limits how many commands run at once: all tests run side by side, and a process may have 1,024 open files.
private actor Turns {
  static let shared = Turns()

  private var free = 16
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  func signal() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Units of systemd that a command has installed.
extension TestHome {
  private static let analyzer = "/usr/bin/systemd-analyze"

  static var canVerifyUnits: Bool { access(analyzer, X_OK) == 0 }

  /// - Parameter path: the file of a unit, from this home's folder on.
  func expectSystemdAccepts(
    _ path: String, file: String = #filePath, line: Int = #line
  ) throws {
    let result = try ProgramResult.run(
      Self.analyzer, ["--user", "verify", folder.path(path)],
      environment: ["XDG_RUNTIME_DIR": folder.path])
    expectEqual(result.status, 0, "\(result.errorText)", file: file, line: line)
    expectEqual(result.errorText, "", "\(result.errorText)", file: file, line: line)
  }
}
