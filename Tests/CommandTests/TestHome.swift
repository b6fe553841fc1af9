import Crypto
import DiaryCore
import Glibc
import System
import TestSupport
import photodiary

/// A home with a diary, whose commands run in this process. Removed with the test.
struct TestHome {
  let folder: TemporaryFolder
  /// The complete environment of each command; only `PATH` is the user's.
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

  var store: String { folder.path("diary") }

  /// The records of the last line saved in each diary.
  var marks: String { folder.path("state/photodiary/marks") }

  var inKorean: TestHome { with(["LANG": "ko_KR.UTF-8"]) }

  /// Returns the home with other environment variables; `nil` unsets one.
  func with(_ variables: [String: String?]) -> TestHome {
    var home = self
    for (name, value) in variables { home.environment[name] = value }
    return home
  }

  /// Writes an executable shell script. Returns its path.
  @discardableResult func program(_ name: String, _ script: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(script)\n", to: name)
    try makeExecutable(path)
    return path
  }

  // MARK: Commands

  /// Runs a command, whatever its status.
  ///
  /// - Parameter canPrint: false if nothing can be written to the standard output.
  func run(
    _ arguments: [String], input: [UInt8] = [], canPrint: Bool = true
  ) async throws -> ProgramResult {
    await Turns.shared.wait()
    let result: Result<ProgramResult, any Error>
    do {
      result = .success(try await finished(arguments, input, canPrint: canPrint))
    } catch { result = .failure(error) }
    await Turns.shared.signal()
    return try result.get()
  }

  private func finished(
    _ arguments: [String], _ input: [UInt8], canPrint: Bool
  ) async throws -> ProgramResult {
    var files = try ["input", "errors"].map { try Descriptor.memory($0) }
    defer { for file in files { file.close() } }
    try files.insert(
      canPrint ? .memory("output") : .open("/dev/full", .writeOnly), at: 1)
    try files[0].write(input)
    try files[0].seek(to: 0)
    let invocation = Invocation(
      [BuiltProgram.path("photodiary")] + arguments, environment: environment, input: files[0],
      output: files[1], errors: files[2], offsetFromUTC: offsetFromUTC)
    // The real cost is half a second per passphrase.
    let status = await AgePassphrase.$costLimit.withValue(4) { await runProgram(invocation) }
    return ProgramResult(
      end: .status(Int(status)), output: canPrint ? try contents(of: files[1]) : [],
      errors: try contents(of: files[2]))
  }

  private func contents(of file: Descriptor) throws -> [UInt8] {
    try file.bytes(try file.status().size, at: 0)
  }

  func callAsFunction(_ arguments: String..., input: String = "") async throws -> ProgramResult {
    try await run(arguments, input: Array(input.utf8))
  }

  /// A command's unexpected success or failure.
  struct Unexpected: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult

    var description: String {
      "photodiary \(arguments): \(result.end)\n\(result.text)\(result.errorText)"
    }
  }

  /// Runs a command that has to succeed. Returns its output without the last line end.
  @discardableResult func output(_ arguments: [String], input: String = "") async throws -> String {
    let result = try await run(arguments, input: Array(input.utf8))
    guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
    return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
  }

  @discardableResult func output(_ arguments: String..., input: String = "") async throws -> String
  { try await output(arguments, input: input) }

  /// Runs a command that has to succeed. Returns its error output.
  func notes(_ arguments: [String]) async throws -> String {
    let result = try await run(arguments)
    guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
    return result.errorText
  }

  func notes(_ arguments: String...) async throws -> String { try await notes(arguments) }

  /// Runs a command with `--format json` that has to succeed. Returns its output.
  func json(_ arguments: [String]) async throws -> JSONValue {
    try JSONParser.parse(try await output(arguments + ["--format", "json"]))
  }

  func json(_ arguments: String...) async throws -> JSONValue { try await json(arguments) }

  /// Runs a command that has to fail with only one line, which is returned.
  func failure(_ arguments: [String], input: String = "", status: Int = 1) async throws -> String {
    let result = try await run(arguments, input: Array(input.utf8))
    let line = result.errorText
    guard result.status == status, result.output.isEmpty, line.hasPrefix("photodiary: "),
      line.hasSuffix("\n"), !line.dropLast().contains("\n")
    else { throw Unexpected(arguments: arguments, result: result) }
    return line
  }

  func failure(
    _ arguments: String..., input: String = "", status: Int = 1
  ) async throws -> String { try await failure(arguments, input: input, status: status) }

  // MARK: The diary

  /// Adds an entry a day, the oldest first.
  func add(_ titles: String...) async throws {
    let lines = titles.enumerated().map { index, title in
      #"{"title":"\#(title)","content":"\#(title): text.","date":"2026-03-0\#(index + 1)T08:00:00Z"}"#
    }
    try await output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
  }

  /// The diary's entries as JSON, newest first.
  func entries() async throws -> [JSONValue] { try await json("list").array ?? [] }

  /// The diary's entries without import notes, authors and paths.
  func portableEntries() async throws -> [JSONValue] {
    try await require(json("list").array).map { entry in
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

  func entry(_ id: String) async throws -> JSONValue { try await json("show", id) }

  func titles(_ command: String = "list", _ arguments: [String] = []) async throws -> [String] {
    try await output([command, "--format", "jsonl"] + arguments).split(separator: "\n").compactMap {
      try JSONParser.parse(String($0))["title"]?.string
    }
  }

  /// Returns all files in a folder, as relative paths; none if there is no folder.
  func files(in folder: String) throws -> [String] {
    let found = try ProgramResult.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
    return found.text.split(separator: "\n").map(String.init).sorted()
  }
}

/// Limits concurrent commands, since a process may have only 1,024 open files.
private actor Turns {
  static let shared = Turns()

  private var free = 16
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  func signal() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
}

extension TestHome {
  private static let analyzer = "/usr/bin/systemd-analyze"

  static var canVerifyUnits: Bool { access(analyzer, X_OK) == 0 }

  /// Checks an installed systemd unit, by its path in this home's folder.
  func expectSystemdAccepts(_ path: String, file: String = #filePath, line: Int = #line) throws {
    let result = try ProgramResult.run(
      Self.analyzer, ["--user", "verify", folder.path(path)],
      environment: ["XDG_RUNTIME_DIR": folder.path])
    expectEqual(result.status, 0, "\(result.errorText)", file: file, line: line)
    expectEqual(result.errorText, "", file: file, line: line)
  }
}

/// Two homes, as on two devices, and a folder as their remote.
struct TwoMachines {
  let laptop: TestHome
  let desktop: TestHome
  private let between: TemporaryFolder

  init() throws {
    laptop = try TestHome()
    desktop = try TestHome()
    between = try TemporaryFolder()
  }

  /// The remote's folder, which is created by the first sync.
  var shared: String { between.path("diary") }

  func sharedFiles() throws -> [String] { try laptop.files(in: shared) }

  func bytes(ofShared file: String) throws -> [UInt8] { try between.read("diary/" + file) }

  /// Removes the remote, as when a disk is detached.
  func detach() throws { try move(shared, to: between.path("detached")) }

  func attach() throws { try move(between.path("detached"), to: shared) }

  private func move(_ source: String, to target: String) throws {
    let result = try ProgramResult.run("/bin/mv", [source, target])
    expectEqual(result.status, 0, "\(result.errorText)")
  }

  /// Writes a file in the remote, or in its place.
  func write(_ text: String, to name: String = "") throws {
    try between.write(text, to: "diary" + (name.isEmpty ? "" : "/" + name))
  }

  /// Adds the remote to the laptop. Returns the recovery words.
  @discardableResult func addRemote(_ options: String...) async throws -> String {
    try await laptop.output(["remote", "add", "home", shared] + options)
  }

  /// Clones the laptop's diary to another device.
  func clone(to home: TestHome, with words: String, _ options: String...) async throws
    -> ProgramResult
  {
    try await home.run(
      ["clone", shared, "--recovery-file", "-"] + options, input: Array(words.utf8))
  }

  /// Clones the diary to the desktop, with words in a file.
  func clone(with words: String) async throws {
    let file = try desktop.folder.write(words + "\n", to: "words.txt")
    try await expectPrefix(
      desktop.output("clone", shared, "--recovery-file", file), "The diary is in \(desktop.store): "
    )
  }

  /// Syncs until both devices have the same entries.
  func syncBoth() async throws {
    for home in [laptop, desktop, laptop] { try await expectEqual(home.notes("sync"), "") }
  }

  /// Lists a device's entries without its paths.
  func listing(_ home: TestHome) async throws -> String {
    try await home.output("list", "--format", "json").replacing(home.store, with: "")
  }

  /// Compares the devices' entries, and verifies both.
  func expectSame() async throws {
    try await expectEqual(listing(laptop), listing(desktop))
    for home in [laptop, desktop] { try await expectEqual(home.output("verify"), "") }
  }

  static func isSixWords(_ line: String) -> Bool {
    line.wholeMatch(of: /[a-z-]+( [a-z-]+){5}/) != nil
  }
}

/// Three homes of people who share a diary through a folder.
struct SharedHomes {
  let anna: TestHome
  let ben: TestHome
  let cho: TestHome
  private let between: TemporaryFolder

  init() throws {
    (anna, ben, cho) = (try TestHome(), try TestHome(), try TestHome())
    between = try TemporaryFolder()
    for (home, name) in [(anna, "Anna"), (ben, "벤"), (cho, "Cho")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
  }

  var address: String { between.path("family") }

  func files() throws -> [String] { try anna.files(in: address) }

  /// Creates the diary, or another invitation to it. Returns the invitation.
  func invite(_ arguments: String...) async throws -> String {
    let isNew = try await anna.output("diaries").isEmpty
    return try await anna.output(["share", "Family"] + (isNew ? [address] : []) + arguments)
  }

  /// Asks to join. Returns the three words.
  @discardableResult func ask(_ home: TestHome, _ invitation: String) async throws -> String {
    let words = try await home.output("join", invitation)
    expectEqual(words.split(separator: " ").count, 3)
    return words
  }

  func person(_ name: String, as home: TestHome) async throws -> JSONValue? {
    try await home.json("people", "list").array?.first { $0["name"]?.string == name }
  }

  func titles(_ home: TestHome) async throws -> [String] {
    try await home.titles("list", ["--diary", "Family"]).sorted()
  }

  func id(_ name: String, as home: TestHome) async throws -> String {
    try require(try await person(name, as: home)?["id"]?.string)
  }

  /// Approves a person, who then fetches the diary.
  func letIn(_ home: TestHome, _ name: String) async throws {
    try await home.output("join", try await invite())
    try await anna.output("people", "approve", try await id(name, as: anna))
    try await sync(home)
  }

  /// Syncs the diary in each home, without problems.
  func sync(_ homes: TestHome...) async throws {
    for home in homes { try await expectEqual(home.notes("--diary", "Family", "sync"), "") }
  }

  /// Verifies the diary, without problems.
  func verify(_ home: TestHome) async throws {
    try await expectEqual(home.output("--diary", "Family", "verify"), "")
  }

  func add(_ home: TestHome, _ arguments: String...) async throws -> String {
    try await home.output(["--diary", "Family", "add"] + arguments)
  }
}
