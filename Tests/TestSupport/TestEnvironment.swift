import Glibc
import System

/// What programs under test find in their environment: nothing of the person's who runs the tests.
package enum TestEnvironment {
  /// Replaced by what a test gives; `nil` takes a variable away.
  package static func with(_ changes: [String: String?] = [:]) -> [String: String] {
    var environment = [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin",
      "HOME": "/nonexistent",
      "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
      "TZ": "UTC",
      // A crash shall look like one, soon.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // What the tests do without, the programs do without.
    environment[Facility.variable] = Environment[Facility.variable]
    for (name, value) in changes { environment[name] = value }
    return environment
  }
}
