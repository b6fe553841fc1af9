import Glibc

/// The programs that were built together with the tests.
package enum BuiltProgram {
  /// The path of a program of this package, beside the program that runs now.
  package static func path(_ name: String) -> String { folder + "/" + name }

  /// Where they are.
  package static let folder: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }()
}
