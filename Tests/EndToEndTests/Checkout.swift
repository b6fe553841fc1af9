import TestSupport

/// The files that the program and its tests were built from.
enum Checkout {
  static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static func path(_ name: String) -> String { path + "/" + name }

  static func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.bytes(of: path(name)), as: UTF8.self)
  }
}
