import Glibc

/// The program's environment, whose values are texts of paths; an empty variable counts as unset.
package enum Environment {
  /// All of it.
  package static var all: [String: String] {
    if let invocation = Invocation.current { return invocation.environment }
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(systemPath: entry).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }

  package static subscript(_ name: String) -> String? {
    if let invocation = Invocation.current {
      return invocation.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(systemPath: value)
  }
}
