import Glibc
import Synchronization

/// The environment of programs under test; only `PATH` is the user's.
package enum TestEnvironment {
  /// Returns the environment with changes; `nil` removes a variable.
  package static func with(_ changes: [String: String?] = [:]) -> [String: String] {
    var environment = [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin",
      "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
      // A crash must end the program without a backtrace, which takes seconds.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment[Facilities.variable] = Facilities.missing.map { String($0) }
    for (name, value) in changes { environment[name] = value }
    return environment
  }

  private static let home: String = {
    guard let folder = try? TemporaryFolder() else { return "/dev/null" }
    // Static values are never released.
    homeOfRun.withLock { $0 = folder }
    atexit { TestEnvironment.homeOfRun.withLock { $0 = nil } }
    return folder.path
  }()

  private static let homeOfRun = Mutex<TemporaryFolder?>(nil)
}

/// The Linux facilities disabled for the tests and the programs they start.
package enum Facilities {
  package static let variable = "PHOTODIARY_WITHOUT"

  fileprivate static let missing = getenv(variable).map { String(cString: $0) }

  package static let all = [
    "inotify", "seccomp", "landlock", "memfd", "keyring", "ofd-locks", "rename-noreplace",
    "rename-exchange", "syncfs", "ficlone", "pidfd", "proc", "clipboard",
  ]

  /// Returns `false` for a facility that `PHOTODIARY_WITHOUT` names.
  package static func has(_ name: String) -> Bool {
    !(missing ?? "").split { $0 == "," || $0 == " " }.contains { $0 == name }
  }
}
