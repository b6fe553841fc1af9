import Glibc

/// System programs used by tests.
package enum Tool {
  private static let folders = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/lib/git-core",
    "/usr/libexec/git-core",
  ]

  package struct Failure: Error, CustomStringConvertible { package let description: String }

  package static func path(_ name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  package static func required(_ name: String) throws -> String {
    guard let path = path(name) else { throw Failure(description: "\(name) isn't installed") }
    return path
  }

  /// An environment without the user's settings.
  package static func environment(_ home: TemporaryFolder) -> [String: String] {
    TestEnvironment.with([
      "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"), "GIT_CONFIG_SYSTEM": "/dev/null",
    ])
  }

  @discardableResult package static func git(_ arguments: [String]) throws -> String {
    try run("git", arguments).text
  }

  @discardableResult package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProgramResult {
    let result = try ProgramResult.run(
      required(name), arguments,
      environment: [
        // Keeps rclone from creating a configuration folder.
        "RCLONE_CONFIG": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t",
      ].merging(environment) { $1 })
    guard result.status == 0 else {
      throw Failure(description: "\(name) \(arguments): \(result.errorText)")
    }
    return result
  }

  /// A folder with only BusyBox's programs.
  package static func busyBox(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("busybox")
    let program = try required("busybox")
    mkdir(path, 0o755)
    for name in ["sh", "find", "ls", "tar", "mv", "mkdir", "rm", "sync", "test", "echo", "true"] {
      symlink(program, "\(path)/\(name)")
    }
    return path
  }
}
