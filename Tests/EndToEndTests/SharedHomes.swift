import DiaryCore
import TestSupport
import Testing

/// Three homes of people who share a diary, over a folder, a git repository or a remote of rclone that all
/// reach.
struct SharedHomes {
  let anna: DiaryHome
  let ben: DiaryHome
  let cho: DiaryHome
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
    (anna, ben, cho) = (try DiaryHome(), try DiaryHome(), try DiaryHome())
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
    let known = try anna.run("diaries") != ""
    let result = try anna.result(["share", "Family"] + (known ? [] : [address]) + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    expectPrefix(result.text, "pd1:")
    expectEqual(result.text.split(separator: "\n").count, 1)
    return String(result.text.dropLast())
  }

  /// Asks to be let in. Returns the three words.
  @discardableResult
  func ask(_ home: DiaryHome, _ invitation: String) throws -> String {
    let words = try home.run("join", invitation)
    expectEqual(words.split(separator: " ").count, 3)
    return words
  }

  /// What the diary says of somebody, as JSON.
  func person(_ name: String, as home: DiaryHome) throws -> JSONValue? {
    try JSONParser.parse(home.run("people", "list", "--format", "json")).array?
      .first { $0["name"]?.string == name }
  }

  func id(_ name: String, as home: DiaryHome) throws -> String {
    try require(try person(name, as: home)?["id"]?.string)
  }

  /// Lets somebody in, and has them fetch the diary.
  func letIn(_ home: DiaryHome, _ name: String) throws {
    try ask(home, invite())
    try anna.run("people", "approve", id(name, as: anna))
    try sync(home)
  }

  func sync(_ homes: DiaryHome...) throws {
    for home in homes {
      let result = try home.result(["--diary", "Family", "sync"])
      expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
      expectEqual(result.errorText, "", "\(result.text)\(result.errorText)")
    }
  }

  func expectSound(_ home: DiaryHome) throws {
    let result = try home.result(["--diary", "Family", "verify"])
    expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
    expectEqual(result.text, "", "\(result.text)\(result.errorText)")
  }

  func add(_ home: DiaryHome, _ arguments: String...) throws -> String {
    let result = try home.result(["--diary", "Family", "add"] + arguments)
    expectEqual(result.status, 0, "\(result.errorText)")
    return String(result.text.dropLast())
  }

  func titles(_ home: DiaryHome) throws -> [String] {
    let entries = try JSONParser.parse(home.run("--diary", "Family", "list", "--format", "json"))
    return (entries.array ?? []).compactMap { $0["title"]?.string }.sorted()
  }

  /// The one line that a command says as it fails.
  func failure(_ home: DiaryHome, _ arguments: String...) throws -> String {
    try failure(home, arguments)
  }

  func failure(_ home: DiaryHome, _ arguments: [String]) throws -> String {
    let result = try home.result(arguments)
    expectNotEqual(result.status, 0, "\(arguments): \(result.text)")
    expectEqual(result.text, "", "\(arguments): \(result.text)")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    return result.errorText
  }
}
