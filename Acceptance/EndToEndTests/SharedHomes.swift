import AcceptanceSupport
import TestSupport

/// Three people who share a diary over a folder or a git repository.
struct SharedHomes {
  let anna: TestHome
  let ben: TestHome
  let cho: TestHome
  private let between: TemporaryFolder
  let address: String

  init(isRepository: Bool = false) throws {
    (anna, ben, cho) = (try TestHome(), try TestHome(), try TestHome())
    between = try TemporaryFolder()
    address = between.path(isRepository ? "family.git" : "family")
    if isRepository { try Tool.git(["init", "--quiet", "--bare", address]) }
    for (home, name) in [(anna, "Anna"), (ben, "벤"), (cho, "Cho")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
  }

  /// Creates the diary, or another invitation to it. Returns the invitation.
  func invite(_ arguments: String...) throws -> String {
    let known = try anna.output("diaries") != ""
    let line = try anna.output(["share", "Family"] + (known ? [] : [address]) + arguments)
    expectPrefix(line, "pd1:")
    expectLacks(line, "\n")
    return line
  }

  /// Asks to join. Returns the three words.
  @discardableResult func ask(_ home: TestHome, _ invitation: String) throws -> String {
    let words = try home.output("join", invitation)
    expectEqual(words.split(separator: " ").count, 3)
    return words
  }

  /// Returns the diary's record of a person.
  func person(_ name: String, as home: TestHome) throws -> JSON? {
    try home.json("people", "list", "--format", "json").array?
      .first { $0["name"]?.string == name }
  }

  func id(_ name: String, as home: TestHome) throws -> String {
    try require(try person(name, as: home)?["id"]?.string)
  }

  /// Approves a person, who then fetches the diary.
  func letIn(_ home: TestHome, _ name: String) throws {
    try ask(home, invite())
    try anna.output("people", "approve", id(name, as: anna))
    try sync(home)
  }

  func sync(_ homes: TestHome...) throws {
    for home in homes { try home.syncQuietly("--diary", "Family") }
  }

  func add(_ home: TestHome, _ arguments: String...) throws -> String {
    try home.output(["--diary", "Family", "add"] + arguments)
  }

  func titles(_ home: TestHome) throws -> [String] {
    try home.titles("list", ["--diary", "Family"]).sorted()
  }
}
