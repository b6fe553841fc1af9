import AcceptanceSupport
import Foundation
import Glibc
import TestSupport

/// Two machines and a remote in one folder, whose contents can be reset.
final class SyncPlace: Sendable {
  enum Machine: String {
    /// Where the operation runs.
    case here
    case elsewhere
    /// Sees what is on the remote.
    case witness
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    for photo in SamplePhoto.allCases { try folder.write(photo.bytes(), to: photo.name) }
  }

  /// All that is written is in here.
  var home: String { folder.path("home") }
  var remote: String { home + "/remote" }
  private var snapshot: String { folder.path("snapshot") }

  func store(of machine: Machine) -> String { "\(home)/\(machine)/diary" }

  private func environment(_ machine: Machine) -> [String: String?] {
    let own = "\(home)/\(machine)"
    return [
      "HOME": folder.path, "PHOTODIARY_STORE": store(of: machine), "XDG_STATE_HOME": own + "/state",
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": own + "/cache",
    ]
  }

  // MARK: Time and again

  /// Has `reset()` bring back what is there now.
  func keep() throws { try copy(home, to: snapshot) }

  func reset() throws { try copy(snapshot, to: home) }

  /// The files as they were kept, under their names in the place.
  func model() throws -> FileModel { try FileModel(of: snapshot, named: home) }

  /// Puts what a power cut left in the place of all.
  func write(_ state: CutState, of model: FileModel) throws {
    try FileManager.default.removeItem(atPath: home)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try model.write(state, to: home)
  }

  private func copy(_ source: String, to target: String) throws {
    _ = try ProgramResult.run("/bin/rm", ["-rf", target])
    let result = try ProgramResult.run("/bin/cp", ["-a", source, target])
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
  }

  // MARK: Programs

  /// - Parameter facility: What the program does without; `nil` for what is done without here.
  func trace(
    _ arguments: [String], without facility: String? = nil, failure: FaultPoint? = nil
  ) throws -> TracedRun {
    var environment = environment(.here)
    if let facility { environment[Facilities.variable] = facility }
    return try TracedRun(
      BuiltProgram.path("photodiary"), arguments, watching: [home], failure: failure,
      environment: environment)
  }

  func run(_ arguments: [String], on machine: Machine = .here) throws -> ProgramResult {
    try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, environment: environment(machine))
  }

  /// Runs a program that has to succeed. Returns what it printed.
  @discardableResult
  func succeed(_ arguments: String..., on machine: Machine = .here) throws -> String {
    let result = try run(arguments, on: machine)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return result.text
  }

  // MARK: Checks

  /// All entries of a machine, as a user sees them; none where there is no diary.
  func entries(on machine: Machine) throws -> Set<JSON> {
    let result = try run(["list", "--format", "json"], on: machine)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return Set(try JSON.parse(result.output).array?.map(\.portable) ?? [])
  }

  /// `true` if the diary is encrypted.
  var isEncrypted: Bool {
    let format = try? String(contentsOfFile: store(of: .here) + "/FORMAT.txt", encoding: .utf8)
    return format?.hasPrefix("PhotoDiary store, format 3") == true
  }

  /// What a check finds wrong with a machine's diary. One that isn't there is sound.
  func faults(on machine: Machine, _ options: [String] = []) throws -> [String] {
    guard access(store(of: machine), F_OK) == 0 else { return [] }
    return try run(["verify"] + options, on: machine).text.split(separator: "\n")
      .filter { $0.hasPrefix("fault") }.map(String.init)
  }
}
