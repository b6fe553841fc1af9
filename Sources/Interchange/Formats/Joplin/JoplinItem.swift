import DiaryCore
import System

/// A file of Joplin's: a title, a text, and lines of names and values at the end.
struct JoplinItem {
  enum Kind: Int {
    case note = 1
    case notebook = 2
    case resource = 4
    case tag = 5
    case tagging = 6
  }

  /// `nil` for what this program has no use for.
  let kind: Kind?
  let id: String
  private(set) var title = ""
  private(set) var body = ""
  private let values: [String: String]

  /// In bytes. Names and values are lines, and the longest of them isn't read to know a file.
  private static let longestName = 100

  /// `nil` when it isn't written so.
  init?(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.isBlank == true { lines.removeLast() }
    var values: [String: String] = [:]
    while let line = lines.popLast(), !line.isBlank {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].trimmed
      guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
      values[String(name)] = Self.unescaped(String(line[line.index(after: colon)...].trimmed))
    }
    guard let type = values["type_"].flatMap({ Int($0) }), let id = values["id"], !id.isEmpty else {
      return nil
    }
    kind = Kind(rawValue: type)
    self.id = id.lowercased()
    self.values = values
    guard let first = lines.first else { return }
    title = String(first)
    var rest = lines.dropFirst()
    if rest.first?.isBlank == true { rest = rest.dropFirst() }
    body = rest.joined(separator: "\n")
  }

  /// The value of a name, where there is one that isn't empty.
  func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  func flag(_ name: String) -> Bool { values[name] == "1" }

  func time(_ names: String...) -> ForeignInstant? {
    names.lazy.compactMap { self.text($0) }
      .compactMap { ForeignInstant(.string($0), unitsPerSecond: 1000) }
      .first { $0.timestamp.milliseconds != 0 }
  }

  /// Which of some values say something, as members.
  func members(_ names: [String]) -> [JSONMember] {
    names.compactMap { name in
      guard let value = text(name), value != "0", Double(value) != 0 else { return nil }
      return JSONMember(name, .string(value))
    }
  }

  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    return value.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
  }

  /// Whether a file is called as one is: 32 digits and `.md`.
  static func isNamed(_ file: String) -> Bool {
    let name = Path.split(file).name
    return name.utf8.count == 35 && name.hasSuffix(".md")
      && name.utf8.dropLast(3).allSatisfy { hexadecimalValue(of: $0) != nil }
  }
}
