/// The files that the program and its tests were built from.
package enum Checkout {
  package static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  package static func path(_ name: String) -> String { path + "/" + name }

  package static func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.bytes(of: path(name)), as: UTF8.self)
  }
}
