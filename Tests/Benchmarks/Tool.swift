import Glibc

/// The system's programs, which ours stand beside.
enum Tool {
  struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) isn't installed" }
  }

  /// The path of a program in `PATH`.
  static func path(_ name: String) throws(Missing) -> String {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw Missing(name: name)
  }

  static func run(_ name: String, _ arguments: [String]) throws -> ProgramRun {
    ProgramRun([try path(name)] + arguments)
  }
}
