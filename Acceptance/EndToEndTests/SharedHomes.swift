import AcceptanceSupport
import TestSupport
import Testing

/// Three homes of people who share a diary, over a folder, a git repository or a remote of rclone that all
/// reach.
struct SharedHomes {
  let anna: TestHome
  let ben: TestHome
  let cho: TestHome
  private let between: TemporaryFolder
  let address: String

  enum Place: String, CaseIterable {
    case folder, git, rclone

    /// Those that the programs are here for.
    static let reachable = allCases.filter { place in
      guard place == .rclone, Tool.path("rclone") == nil else { return true }
      print("rclone isn't installed: sharing a diary by it isn't tested.")
      return false
    }
  }

  init(over place: Place = .folder) throws {
    (anna, ben, cho) = (try TestHome(), try TestHome(), try TestHome())
    between = try TemporaryFolder()
    address =
      switch place {
      case .folder: between.path("family")
      case .git: between.path("family.git")
      case .rclone: "rclone:between:family"
      }
    if place == .git {
      let result = try ProgramResult.run("/usr/bin/git", ["init", "--quiet", "--bare", address])
      expectEqual(result.status, 0, "\(result.errorText)")
    }
    for (home, name) in [(anna, "Anna"), (ben, "벤"), (cho, "Cho")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
      try home.folder.write(
        "[between]\ntype = alias\nremote = \(between.path)\n", to: "config/rclone/rclone.conf")
    }
  }

  /// The files that lie between them, as paths.
  func files() throws -> [String] { try anna.files(in: address) }

  /// Makes the diary, or another invitation to it. Returns the line with the invitation.
  func invite(_ arguments: String...) throws -> String {
    let known = try anna.output("diaries") != ""
    let result = try anna.run(["share", "Family"] + (known ? [] : [address]) + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    expectPrefix(result.text, "pd1:")
    expectEqual(result.text.split(separator: "\n").count, 1)
    return String(result.text.dropLast())
  }

  /// Asks to be let in. Returns the three words.
  @discardableResult
  func ask(_ home: TestHome, _ invitation: String) throws -> String {
    let words = try home.output("join", invitation)
    expectEqual(words.split(separator: " ").count, 3)
    return words
  }

  /// What the diary says of somebody, as JSON.
  func person(_ name: String, as home: TestHome) throws -> JSON? {
    try JSON.parse(home.output("people", "list", "--format", "json")).array?
      .first { $0["name"]?.string == name }
  }

  func id(_ name: String, as home: TestHome) throws -> String {
    try require(try person(name, as: home)?["id"]?.string)
  }

  /// Lets somebody in, and has them fetch the diary.
  func letIn(_ home: TestHome, _ name: String) throws {
    try ask(home, invite())
    try anna.output("people", "approve", id(name, as: anna))
    try sync(home)
  }

  func sync(_ homes: TestHome...) throws {
    for home in homes {
      let result = try home.run(["--diary", "Family", "sync"])
      expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
      expectEqual(result.errorText, "", "\(result.text)\(result.errorText)")
    }
  }

  func expectSound(_ home: TestHome) throws {
    let result = try home.run(["--diary", "Family", "verify"])
    expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
    expectEqual(result.text, "", "\(result.text)\(result.errorText)")
  }

  func add(_ home: TestHome, _ arguments: String...) throws -> String {
    let result = try home.run(["--diary", "Family", "add"] + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    return String(result.text.dropLast())
  }

  func titles(_ home: TestHome) throws -> [String] {
    let entries = try JSON.parse(home.output("--diary", "Family", "list", "--format", "json"))
    return (entries.array ?? []).compactMap { $0["title"]?.string }.sorted()
  }

  /// The one line that a command says as it fails.
  func failure(_ home: TestHome, _ arguments: String...) throws -> String {
    try failure(home, arguments)
  }

  func failure(_ home: TestHome, _ arguments: [String]) throws -> String {
    let result = try home.run(arguments)
    expectNotEqual(result.status, 0, "\(arguments): \(result.text)")
    expectEqual(result.text, "", "\(arguments): \(result.text)")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    return result.errorText
  }
}
