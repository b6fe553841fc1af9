import AcceptanceSupport
import TestSupport

/// Two homes, as on two devices, and a folder as their remote.
struct TwoMachines {
  let laptop: TestHome
  let desktop: TestHome
  private let between: TemporaryFolder

  init() throws {
    laptop = try TestHome()
    desktop = try TestHome()
    between = try TemporaryFolder()
  }

  /// The remote's folder, which is created by the first sync.
  var shared: String { between.path("diary") }

  /// Adds the remote to the laptop. Returns the words.
  func addRemote() throws -> String { try laptop.output("remote", "add", "home", shared) }

  func clone(with words: String) throws {
    try desktop.output("clone", shared, "--recovery-file", "-", input: words)
  }

  static func isSixWords(_ line: String) -> Bool {
    line.wholeMatch(of: /[a-z-]+( [a-z-]+){5}/) != nil
  }
}

extension TestHome {
  /// Syncs, and expects no messages.
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

  /// The listed entries without paths.
  func listing() throws -> String {
    try output("list", "--format", "json").replacing(store, with: "")
  }
}
