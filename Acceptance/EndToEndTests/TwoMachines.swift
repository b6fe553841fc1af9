import AcceptanceSupport
import TestSupport

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

  /// Has the laptop use the remote. Returns the words.
  func addRemote() throws -> String { try laptop.output("remote", "add", "home", shared) }

  /// Makes the diary on the desktop.
  func clone(with words: String) throws {
    try desktop.output("clone", shared, "--recovery-file", "-", input: words)
  }

  static func isSixWords(_ line: String) -> Bool {
    line.wholeMatch(of: /[a-z-]+( [a-z-]+){5}/) != nil
  }
}

/// What machines with one diary do and have; the options name another diary than their own.
extension TestHome {
  /// Syncs, with nothing to be told.
  func syncQuietly(_ options: String...) throws {
    let result = try run(options + ["sync"])
    expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
    expectEqual(result.errorText, "", "\(result.text)\(result.errorText)")
  }

  func expectSound(_ options: String...) throws {
    let result = try run(options + ["verify"])
    expectEqual(result.status, 0, "\(result.text)\(result.errorText)")
    expectEqual(result.text, "", "\(result.text)\(result.errorText)")
  }

  /// All that is listed, with nothing of where it stands.
  func listing() throws -> String {
    try output("list", "--format", "json").replacing(store, with: "")
  }
}
