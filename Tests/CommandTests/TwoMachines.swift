import DiaryCore
import TestSupport
import Testing

/// Two homes, as on two machines, and a folder that both reach.
struct TwoMachines {
  let laptop: TestHome
  let desktop: TestHome
  private let between: TemporaryFolder

  init() throws {
    laptop = try TestHome()
    desktop = try TestHome()
    between = try TemporaryFolder()
  }

  /// The remote's folder, which isn't there yet.
  var shared: String { between.path("diary") }

  /// The remote's files, as paths in it.
  func sharedFiles() throws -> [String] { try laptop.files(in: shared) }

  func bytes(ofShared file: String) throws -> [UInt8] { try between.read("diary/" + file) }

  /// Takes the remote away, as a disk that isn't attached.
  func detach() throws { try move(shared, to: between.path("detached")) }

  /// Gives it back.
  func attach() throws { try move(between.path("detached"), to: shared) }

  private func move(_ source: String, to target: String) throws {
    let result = try ProgramResult.run("/bin/mv", [source, target])
    expectEqual(result.status, 0, "\(result.errorText)")
  }

  /// Writes something in the remote's place, or in it.
  func write(_ text: String, to name: String = "") throws {
    try between.write(text, to: "diary" + (name.isEmpty ? "" : "/" + name))
  }

  /// Has the laptop use the remote. Returns what was printed, without the line's end: the words.
  @discardableResult
  func addRemote(_ options: String...) async throws -> String {
    try await laptop.output(["remote", "add", "home", shared] + options)
  }

  /// Makes the laptop's diary on another machine.
  func clone(to home: TestHome, with words: String, _ options: String...) async throws
    -> ProgramResult
  {
    try await home.run(
      ["clone", shared, "--recovery-file", "-"] + options, input: Array(words.utf8))
  }

  /// Makes the diary on the desktop, with words in a file.
  func clone(with words: String) async throws {
    let file = try desktop.folder.write(words + "\n", to: "words.txt")
    try await expectPrefix(
      desktop.output("clone", shared, "--recovery-file", file), "The diary is in \(desktop.store): "
    )
  }

  /// Syncs one after the other until both know what both have.
  func syncBoth() async throws {
    for home in [laptop, desktop, laptop] { try await expectEqual(home.notes("sync"), "") }
  }

  /// All that a machine lists, with nothing of where it stands.
  func listing(_ home: TestHome) async throws -> String {
    try await home.output("list", "--format", "json").replacing(home.store, with: "")
  }

  /// That both have the same, and all of it is sound.
  func expectSame() async throws {
    try await expectEqual(listing(laptop), listing(desktop))
    for home in [laptop, desktop] { try await expectEqual(home.output("verify"), "") }
  }

  static func isSixWords(_ line: String) -> Bool {
    line.wholeMatch(of: /[a-z-]+( [a-z-]+){5}/) != nil
  }
}
