import Glibc

/// What the system calls itself, for reports of mistakes: "Linux 6.1.0-28-amd64 x86_64".
package enum SystemName {
  package static var current: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return [Self.text(&name.sysname), Self.text(&name.release), Self.text(&name.machine)]
      .joined(separator: " ")
  }

  /// A field of it, an array of characters that Swift has as a tuple.
  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
