import AcceptanceSupport
import Foundation
import Glibc
import TestSupport
import Testing

/// Syncs, kills, clones and restores four homes at random, without losing acknowledged titles.
/// `PHOTODIARY_HOMES_SEED` is the first seed, `PHOTODIARY_HOMES_STEPS` the length of a history.
@Suite("Random histories of several homes", .serialized) struct ManyHomesTests {
  private static let (seeds, steps) = (chosenSeeds(), number("PHOTODIARY_HOMES_STEPS"))

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  /// Returns one seed, or the share of twenty if every crash point is tried.
  private static func chosenSeeds() -> [UInt64] {
    let first = number("PHOTODIARY_HOMES_SEED").map(UInt64.init) ?? 1
    return CrashSafety.isComplete ? CrashSafety.share(of: Array(first..<first + 20)) : [first]
  }

  @Test(arguments: seeds) func `no acknowledged entry is lost`(seed: UInt64) throws {
    print("  Random histories of several homes: seed \(seed)")
    var history = try HomesHistory(seed: seed)
    for _ in 0..<(Self.steps ?? (CrashSafety.isComplete ? 300 : 24)) { try history.step() }
    let problems = try history.problems()
    expectEqual(problems, [], "seed \(seed)\n\(history.log.suffix(60).joined(separator: "\n"))")
  }
}

private struct HomesHistory {
  private var generator: SeededGenerator
  private var homes: [Home] = []
  private let place: TemporaryFolder
  private var words = ""
  private var count = 0
  /// The titles whose saves were acknowledged, by entry.
  private var saved: [String: [String]] = [:]
  private var purged: Set<String> = []
  /// The steps so far, one per line.
  private(set) var log: [String] = []

  private struct Home {
    let name: String
    /// The names of its remotes; the first one is cloned.
    let remotes: [String]
    let wantsEncryption: Bool
    var home: TestHome
    var isEncrypted = false
    var copies: [String] = []
  }

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    place = try TemporaryFolder()
    try place.write("plum horse battery 77\n", to: "passphrase")
    let made = try ProgramResult.run(
      "/usr/bin/env", ["git", "init", "-q", "--bare", address("git")])
    expectEqual(made.status, 0, made.errorText)
    homes.append(
      Home(name: "a", remotes: ["folder", "git"], wantsEncryption: false, home: try TestHome()))
    try add(0)
    let printed = try succeed(0, ["remote", "add", "folder", address("folder")])
    words = try place.write(printed, to: "words")
    try succeed(0, ["remote", "add", "git", address("git"), "--recovery-file", words])
    for (name, remotes, wantsEncryption) in [
      ("b", ["folder"], false), ("c", ["git"], false), ("d", ["git", "folder"], true),
    ] {
      homes.append(
        Home(name: name, remotes: remotes, wantsEncryption: wantsEncryption, home: try TestHome()))
      try clone(homes.count - 1)
    }
  }

  private func address(_ remote: String) -> String {
    place.path(remote == "git" ? "diary.git" : remote)
  }

  // MARK: Programs

  private func options(_ index: Int) -> [String] {
    homes[index].isEncrypted ? ["--passphrase-file", place.path("passphrase")] : []
  }

  @discardableResult
  private mutating func run(_ index: Int, _ arguments: [String]) throws -> ProgramResult {
    let result = try homes[index].home.run(arguments + options(index))
    log.append("\(homes[index].name) \(arguments): \(result.end) \(result.errorText)")
    return result
  }

  @discardableResult
  private mutating func succeed(_ index: Int, _ arguments: [String]) throws -> String {
    let result = try run(index, arguments)
    expectEqual(result.status, 0, "\(log.suffix(20).joined(separator: "\n"))")
    return result.text
  }

  /// The titles of the entries or of the trash, by ID.
  private mutating func titles(_ index: Int, _ command: String) throws -> [String: String] {
    var titles: [String: String] = [:]
    for line in try succeed(index, [command, "--format", "jsonl"]).split(separator: "\n") {
      let entry = try JSON.parse(line)
      titles[try require(entry["id"]?.string)] = entry["title"]?.string
    }
    return titles
  }

  private mutating func randomEntry(_ index: Int, of command: String = "list") throws -> String? {
    try titles(index, command).keys.sorted().randomElement(using: &generator)
  }

  private mutating func nextTitle(_ index: Int) -> String {
    count += 1
    return "\(homes[index].name).\(count)"
  }

  // MARK: Steps

  mutating func step() throws {
    var index = Int.random(in: homes.indices, using: &generator)
    // Encrypted diaries are slow to open, so they get fewer steps.
    if homes[index].isEncrypted, Bool.random(using: &generator) { index = 0 }
    switch Int.random(in: 0..<30, using: &generator) {
    case 0..<6: try add(index)
    case 6..<10:
      guard let entry = try randomEntry(index) else { return }
      let title = nextTitle(index)
      try succeed(index, ["edit", entry, "--title", title])
      saved[entry, default: []].append(title)
    case 10..<13: if let entry = try randomEntry(index) { try succeed(index, ["delete", entry]) }
    case 13:
      if let entry = try randomEntry(index, of: "trash") { try succeed(index, ["restore", entry]) }
    case 14:
      if try randomEntry(index, of: "trash") != nil { try succeed(index, ["restore", "--all"]) }
    case 15..<17:
      let trash = try titles(index, "trash").keys
      guard !trash.isEmpty else { return }
      purged.formUnion(trash)
      try succeed(index, ["trash", "--empty"])
    case 17..<20: try killSync(index)
    case 20:
      let copy = homes[index].home.folder.path("copy-\(log.count)")
      try FileManager.default.copyItem(atPath: homes[index].home.store, toPath: copy)
      homes[index].copies.append(copy)
      log.append("\(homes[index].name) is copied")
    case 21: try restoreCopy(index)
    case 22: try replace(index)
    default: try run(index, ["sync"])
    }
  }

  private mutating func add(_ index: Int) throws {
    let title = nextTitle(index)
    var arguments = ["add", title]
    if Int.random(in: 0..<8, using: &generator) == 0 {
      arguments += ["--attach", try place.write("\(title): a file", to: "\(title).txt")]
    }
    let printed = try succeed(index, arguments)
    saved[String(printed.prefix { $0 != "\n" })] = [title]
  }

  private mutating func killSync(_ index: Int) throws {
    let program = try homes[index].home.start(["sync"] + options(index))
    let most = homes[index].isEncrypted ? 1000 : 150
    let milliseconds = Int.random(in: 0..<most, using: &generator)
    usleep(UInt32(milliseconds) * 1000)
    program.send(SIGKILL)
    log.append("\(homes[index].name) is killed: \(try program.waitForEnd()) at \(milliseconds) ms")
  }

  /// Syncs. Returns `true` if the home's lines are all on its remotes.
  private mutating func isSynced(_ index: Int) throws -> Bool {
    let result = try run(index, ["sync"])
    return result.status == 0 && result.errors.isEmpty
  }

  private mutating func restoreCopy(_ index: Int) throws {
    guard let copy = homes[index].copies.randomElement(using: &generator), try isSynced(index)
    else { return }
    let store = homes[index].home.store
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: copy, toPath: store)
    log.append("\(homes[index].name) gets \(copy) back")
    if Bool.random(using: &generator) { try add(index) }
  }

  /// Clones a home again, on another device or after its store was lost.
  private mutating func replace(_ index: Int) throws {
    guard index > 0, try isSynced(index) else { return }
    let isGone = Bool.random(using: &generator)
    log.append("\(homes[index].name) \(isGone ? "loses its store" : "is replaced")")
    homes[index].isEncrypted = false
    homes[index].copies = []
    if isGone {
      try FileManager.default.removeItem(atPath: homes[index].home.store)
      let result = try run(index, ["add", "into nothing"])
      expectEqual(result.status, 1, "\(log.suffix(3))")
    } else {
      homes[index].home = try TestHome()
    }
    try clone(index)
  }

  private mutating func clone(_ index: Int) throws {
    let remotes = homes[index].remotes
    let cloned = try run(
      index, ["clone", address(remotes[0]), "--name", remotes[0], "--recovery-file", words])
    // A killed home may not have sent its files yet.
    expect(
      cloned.status == 0 || cloned.errorText.contains("couldn't be received yet"),
      "\(cloned.errorText)")
    let known = try succeed(index, ["remote", "list"]).split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    for remote in remotes where !known.contains(remote) {
      try succeed(index, ["remote", "add", remote, address(remote), "--recovery-file", words])
    }
    guard homes[index].wantsEncryption else { return }
    try succeed(index, ["encrypt", "--passphrase-file", place.path("passphrase")])
    homes[index].isEncrypted = true
  }

  // MARK: The end

  /// Returns the problems after all homes have synced.
  mutating func problems() throws -> [String] {
    var problems: [String] = []
    let rounds = 8
    for round in 0...rounds {
      var isQuiet = true
      for index in homes.indices {
        let result = try run(index, ["sync"])
        if result.status != 0 || !result.errors.isEmpty, round == rounds {
          problems.append("\(homes[index].name) syncs: \(result.errorText)")
        }
        let lines = result.text.split(separator: "\n")
        isQuiet = isQuiet && lines.allSatisfy { $0.hasSuffix(" up to date") }
      }
      if isQuiet { break }
      if round == rounds { problems.append("never quiet") }
    }
    for remote in ["folder", "git"] {
      homes.append(
        Home(
          name: "clone of \(remote)", remotes: [remote], wantsEncryption: false,
          home: try TestHome()))
      try clone(homes.count - 1)
    }
    let (listed, trashed) = (try titles(0, "list"), try titles(0, "trash"))
    for index in homes.indices {
      let name = homes[index].name
      if try titles(index, "list") != listed || titles(index, "trash") != trashed {
        problems.append("\(name) differs from \(homes[0].name)")
      }
      let check = try run(index, ["verify"])
      // A kill may leave temporary files, and a note of lines that have since arrived.
      let findings = check.text.split(separator: "\n").filter {
        !$0.contains("/.unfinished:") && !$0.contains(".tmp-")
      }
      if check.status != 0 || !findings.isEmpty {
        problems.append("\(name) is damaged: \(check.text)\(check.errorText)")
      }
      for (entry, titles) in saved.sorted(by: { $0.key < $1.key }) where !purged.contains(entry) {
        guard (listed[entry] ?? trashed[entry]) != nil else {
          problems.append("\(name) lost \(titles)")
          continue
        }
        guard titles.count > 1, !homes[index].isEncrypted else { continue }
        let revisions = try succeed(index, ["history", entry, "--format", "jsonl"])
        let lost = titles.filter { !revisions.contains("\"title\":\"\($0)\"") }
        if !lost.isEmpty { problems.append("\(name) lost \(lost)") }
      }
    }
    return problems
  }
}
