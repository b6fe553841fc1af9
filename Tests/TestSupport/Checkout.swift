/// The files that the program and its tests were built from.
package enum Checkout {
  package static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  package static func path(_ name: String) -> String { path + "/" + name }

  /// The path of a photo of the sample diary.
  package static func photo(_ name: String) -> String { path("Assets/photos/" + name) }

  /// The program's version, from the one file that has it.
  package static var version: String {
    get throws {
      let source = try text("Sources/photodiary/Version/ProgramVersion.swift")
      return String(try source.split(separator: "\"").at(1))
    }
  }

  package static func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.bytes(of: path(name)), as: UTF8.self)
  }
}
