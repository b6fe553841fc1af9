import Glibc

/// The programs under test, from `PHOTODIARY_PROGRAMS`, the test build or the release build.
package enum BuiltProgram {
  /// Returns the path of a program, or ends the run if it isn't built.
  package static func path(_ name: String) -> String {
    for folder in folders {
      guard let path = realPath(folder + "/" + name), access(path, X_OK) == 0 else { continue }
      return path
    }
    let line = "\(name) isn't in any of \(folders.joined(separator: ", ")). Run `make` first.\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
  }

  /// The folder of `photodiary`.
  package static var folder: String { parent(of: path("photodiary")) }

  private static let folders: [String] =
    (getenv("PHOTODIARY_PROGRAMS").map { [String(cString: $0)] } ?? [])
    + [folderOfTests, Checkout.path(".build/programs"), Checkout.path(".build/release")]

  private static var folderOfTests: String { realPath("/proc/self/exe").map(parent) ?? "" }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func parent(of path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }
}

/// The source tree of the program and its tests.
package enum Checkout {
  package static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  package static func path(_ name: String) -> String { path + "/" + name }

  package static func photo(_ name: String) -> String { path("Assets/photos/" + name) }

  /// The program's version, from its only source.
  package static var version: String {
    get throws {
      let source = try text("Sources/photodiary/ProgramVersion.swift")
      return String(try source.split(separator: "\"").at(1))
    }
  }

  package static func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.bytes(of: path(name)), as: UTF8.self)
  }
}
