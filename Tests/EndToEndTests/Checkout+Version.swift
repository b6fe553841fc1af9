import TestSupport
import Testing

extension Checkout {
  /// The program's version, from the one file that says it.
  static var version: String {
    get throws {
      let parts = try text("Sources/photodiary/Version/ProgramVersion.swift").split(separator: "\"")
      return String(try #require(parts.count == 3 ? parts[1] : nil))
    }
  }
}
