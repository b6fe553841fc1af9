import AcceptanceSupport
import Foundation
import Glibc
import TestSupport

/// A diary and its other files in one folder, removed with the test.
final class Place {
  let folder: TemporaryFolder
  /// The ID of the entry with several versions, if any.
  var dividedEntry: String?

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: exports, withIntermediateDirectories: true)
  }

  init(copying other: Place) throws {
    folder = try TemporaryFolder()
    dividedEntry = other.dividedEntry
    for name in try FileManager.default.contentsOfDirectory(atPath: other.folder.path) {
      try FileManager.default.copyItem(atPath: other.folder.path(name), toPath: folder.path(name))
    }
  }

  /// The folder of all files that the program writes.
  var home: String { folder.path("home") }
  var store: String { home + "/diary" }
  var index: String { store + "/index.json" }
  var device: String { home + "/state/photodiary/device" }
  var exports: String { home + "/exports" }
  var export: String { exports + "/diary" }
  var backups: String { exports + "/backups" }

  private var environment: [String: String?] {
    [
      "HOME": folder.path, "PHOTODIARY_STORE": store, "XDG_STATE_HOME": home + "/state",
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"),
    ]
  }

  func trace(_ arguments: [String], failure: FaultPoint? = nil) throws -> TracedRun {
    try TracedRun(
      BuiltProgram.path("photodiary"), arguments, watching: [home], failure: failure,
      environment: environment)
  }

  /// Runs a command on a date such as `2025-12-30`, or now.
  func run(_ arguments: [String], on date: String? = nil) throws -> ProgramResult {
    var environment = environment
    if let date { environment.merge(try TestClock.environment(date)) { $1 } }
    return try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, environment: environment)
  }

  /// Runs a command that has to succeed. Returns its output without the last line end.
  @discardableResult func output(_ arguments: [String], on date: String? = nil) throws -> String {
    let result = try run(arguments, on: date)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
  }

  /// Adds an entry tagged `a`. Returns its ID.
  @discardableResult func add(
    _ title: String, dated day: String, _ content: String, photo: SamplePhoto? = nil,
    on date: String? = nil
  ) throws -> String {
    let photos = photo.map { ["--photo", folder.path($0.name)] } ?? []
    return try output(
      ["add", title, "--date", day + "T12:00:00+09:00", "--content", content, "--tag", "a"]
        + photos, on: date)
  }

  func run(_ commands: [[String]]) throws { for command in commands { try output(command) } }

  func id(_ title: String) throws -> String {
    let entries = try JSON.parse(output(["list", "--format", "json"])).array ?? []
    guard let id = entries.first(where: { $0["title"]?.string == title })?["id"]?.string else {
      throw Operation.Failed(words: title)
    }
    return id
  }

  /// Gives an entry two versions, by a copy of the diary on another device.
  func divide(_ id: String) throws {
    let copy = folder.path("elsewhere")
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    try output(["edit", id, "--content", "here"])
    var environment = environment
    environment["PHOTODIARY_STORE"] = copy
    environment["XDG_STATE_HOME"] = folder.path("elsewhere-state")
    let result = try ProgramResult.run(
      BuiltProgram.path("photodiary"), ["edit", id, "--content", "there"],
      environment: environment)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    try output(["import", copy])
    dividedEntry = id
  }

  /// A place with only the program's input files.
  convenience init(withSourcesOf other: Place) throws {
    try self.init(copying: other)
    try FileManager.default.removeItem(atPath: home)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
  }

  /// The faults of the diary, and optionally unused photos.
  func faults(orphansCount: Bool = false) throws -> [String] {
    guard access(store, F_OK) == 0 else { return [] }
    return try JSON.parse(try run(["verify", "--format", "json"]).output).array?.compactMap {
      finding in
      guard let kind = finding["kind"]?.string, let file = finding["file"]?.string else {
        return nil
      }
      let counts = finding["severity"]?.string == "fault" || orphansCount && kind == "orphan-asset"
      return counts ? "\(kind) \(file)" : nil
    } ?? []
  }
}

enum TestClock {
  /// Returns variables that set a program's clock to a day's morning.
  static func environment(_ day: String) throws -> [String: String?] {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = .withFullDate
    guard let date = formatter.date(from: day) else { throw Operation.Failed(words: day) }
    let offset = date.timeIntervalSinceNow + 8 * 3600
    return [
      "LD_PRELOAD": BuiltProgram.path("libTestClock.so"), "TEST_CLOCK_OFFSET": String(Int(offset)),
    ]
  }
}
