import AcceptanceSupport
import Foundation
import Glibc
import TestSupport

/// Two devices and a remote in one folder that can be reset.
final class SyncPlace: Sendable {
  enum Machine: String {
    /// The device that runs the operation.
    case here
    case elsewhere
    /// A device that clones the remote.
    case witness
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    for photo in SamplePhoto.allCases { try folder.write(photo.bytes(), to: photo.name) }
  }

  /// The folder of all files that programs write.
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

  // MARK: Snapshot

  /// Saves the current files for `reset()`.
  func keep() throws { try copy(home, to: snapshot) }

  func reset() throws { try copy(snapshot, to: home) }

  /// The saved files, with their original paths.
  func model() throws -> FileModel { try FileModel(of: snapshot, named: home) }

  /// Replaces all files by those left after a power cut.
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

  /// - Parameter facility: The facility that the program does without.
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

  @discardableResult
  func succeed(_ arguments: String..., on machine: Machine = .here) throws -> String {
    let result = try run(arguments, on: machine)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return result.text
  }

  // MARK: Checks

  /// The entries on a device, as shown to the user; none without a diary.
  func entries(on machine: Machine) throws -> Set<JSON> {
    let result = try run(["list", "--format", "json"], on: machine)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return Set(try JSON.parse(result.output).array?.map(\.portable) ?? [])
  }

  var isEncrypted: Bool {
    let format = try? String(contentsOfFile: store(of: .here) + "/FORMAT.txt", encoding: .utf8)
    return format?.hasPrefix("PhotoDiary store, format 3") == true
  }

  /// The faults of a device's diary; none without a diary.
  func faults(on machine: Machine, _ options: [String] = []) throws -> [String] {
    guard access(store(of: machine), F_OK) == 0 else { return [] }
    return try run(["verify"] + options, on: machine).text.split(separator: "\n")
      .filter { $0.hasPrefix("fault") }.map(String.init)
  }
}
