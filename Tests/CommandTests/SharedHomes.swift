import DiaryCore
import TestSupport

/// Three homes of people who share a diary over a folder.
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

  /// The folder that all of them reach.
  var address: String { between.path("family") }

  /// The files that all of them reach, as paths.
  func files() throws -> [String] { try anna.files(in: address) }

  /// Creates the diary, or another invitation to it. Returns the line with the invitation.
  func invite(_ arguments: String...) async throws -> String {
    let isNew = try await anna.output("diaries").isEmpty
    return try await anna.output(["share", "Family"] + (isNew ? [address] : []) + arguments)
  }

  /// Asks to join. Returns the three words.
  @discardableResult
  func ask(_ home: TestHome, _ invitation: String) async throws -> String {
    let words = try await home.output("join", invitation)
    expectEqual(words.split(separator: " ").count, 3)
    return words
  }

  /// A person in the diary, as scripts see them.
  func person(_ name: String, as home: TestHome) async throws -> JSONValue? {
    try await home.json("people", "list", "--format", "json").array?
      .first { $0["name"]?.string == name }
  }

  /// The titles of the shared diary's entries, sorted.
  func titles(_ home: TestHome) async throws -> [String] {
    try await home.titles("list", ["--diary", "Family"]).sorted()
  }

  /// The id of a person in the diary.
  func id(_ name: String, as home: TestHome) async throws -> String {
    try require(try await person(name, as: home)?["id"]?.string)
  }

  /// Approves a person, who then fetches the diary.
  func letIn(_ home: TestHome, _ name: String) async throws {
    try await home.output("join", try await invite())
    try await anna.output("people", "approve", try await id(name, as: anna))
    try await sync(home)
  }

  /// Syncs the diary in one home after the other.
  /// - Throws: `TestHome.Unexpected` if a sync fails or reports a problem.
  func sync(_ homes: TestHome...) async throws {
    for home in homes {
      let arguments = ["--diary", "Family", "sync"]
      let result = try await home.run(arguments)
      guard result.status == 0, result.errorText.isEmpty else {
        throw TestHome.Unexpected(arguments: arguments, result: result)
      }
    }
  }

  /// - Throws: `TestHome.Unexpected` if `verify` finds anything.
  func verify(_ home: TestHome) async throws {
    let arguments = ["--diary", "Family", "verify"]
    let result = try await home.run(arguments)
    guard result.status == 0, result.output.isEmpty else {
      throw TestHome.Unexpected(arguments: arguments, result: result)
    }
  }

  /// Adds an entry. Returns its id.
  func add(_ home: TestHome, _ arguments: String...) async throws -> String {
    try await home.output(["--diary", "Family", "add"] + arguments)
  }
}
