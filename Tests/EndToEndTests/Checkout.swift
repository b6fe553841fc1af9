import TestSupport
import Testing

/// The files that the program and its tests were built from.
enum Checkout {
  static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static func path(_ name: String) -> String { path + "/" + name }

  static func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.bytes(of: path(name)), as: UTF8.self)
  }
}

extension Checkout {
  /// The program's version, from the one file that says it.
  static var version: String {
    get throws {
      let parts = try text("Sources/photodiary/Version/ProgramVersion.swift").split(separator: "\"")
      return String(try #require(parts.count == 3 ? parts[1] : nil))
    }
  }
}
