import Foundation
import TestSupport
import Testing

@testable import Sync

/// Programs of the system's that the tests use.
enum Tool {
  private static let folders = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/lib/git-core",
    "/usr/libexec/git-core",
  ]

  static func path(_ name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// An environment in which nothing is the person's who runs the tests.
  static func environment(_ home: TemporaryFolder) -> [String: String] {
    TestEnvironment.with([
      "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"), "GIT_CONFIG_SYSTEM": "/dev/null",
    ])
  }

  @discardableResult
  static func git(_ arguments: [String]) throws -> String { try run("git", arguments).text }

  @discardableResult
  static func run(_ name: String, _ arguments: [String]) throws -> ProgramResult {
    let result = try ProgramResult.run(
      try #require(path(name)), arguments,
      environment: [
        "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t",
        "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t",
      ])
    try #require(result.status == 0, "\(name) \(arguments): \(result.errorText)")
    return result
  }

  /// A folder with BusyBox's programs, and no others.
  static func busyBox(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("busybox")
    let program = try #require(Tool.path("busybox"))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["sh", "find", "ls", "tar", "mv", "mkdir", "rm", "sync", "test", "echo", "true"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: program)
    }
    return path
  }
}
