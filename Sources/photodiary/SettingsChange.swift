import DiaryApp
import DiaryCore

extension SettingChange {
  /// Returns the text of `config.toml` with the change; all bytes but the option's are kept.
  ///
  /// - Parameter path: the path of the file, for the error.
  /// - Throws: `SettingsError` if the text isn't TOML, or if the option can't be changed without
  ///   changing others, for example in an inline table.
  func applied(to text: [UInt8], path file: String) throws(SettingsError) -> [UInt8] {
    var document = try SettingsDocument(text, path: file)
    let before = document.items
    let old = before.first { $0.item.path == path }
    switch (old, value?.toml) {
    case (let old?, let value?): document.replace(old, by: value)
    case (let old?, nil): document.remove(old)
    case (nil, let value?): document.insert(value, for: self)
    case (nil, nil): return text
    }
    // Checks the result instead of knowing all forms in which a table can be written.
    let after = try? LocatedItem.all(inTOML: document.text, path: file)
    guard let after, after.first(where: { $0.item.path == path })?.item.value == value,
      others(in: after) == others(in: before)
    else {
      throw SettingsError(path: file, line: old?.start.line ?? 0, .unchangeable(option: name))
    }
    return document.text
  }

  private var path: [String] { table.isEmpty ? [key] : [table, key] }

  /// Returns the values of the other options. The option's own table may be new.
  private func others(in items: [LocatedItem]) -> [[String]: SettingItem.Value] {
    Dictionary(items.map { ($0.item.path, $0.item.value) }) { first, _ in first }
      .filter { $0.key != path && $0.key != [table] }
  }
}

/// The lines of a TOML document with the locations of its values.
private struct SettingsDocument {
  /// The lines with their line ends.
  private var lines: [[UInt8]] = []
  let items: [LocatedItem]
  /// The line end of the document.
  private let lineEnd: String

  private static let lineFeed = UInt8(ascii: "\n")

  init(_ text: [UInt8], path: String) throws(SettingsError) {
    items = try LocatedItem.all(inTOML: text, path: path)
    var rest = text[...]
    while let end = rest.firstIndex(of: Self.lineFeed) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Array(rest)) }
    lineEnd = lines.first?.suffix(2) == Array("\r\n".utf8)[...] ? "\r\n" : "\n"
  }

  var text: [UInt8] { Array(lines.joined()) }

  mutating func replace(_ old: LocatedItem, by value: String) {
    let (first, last) = (old.start.line - 1, old.end.line - 1)
    guard lines.indices.contains(first), lines.indices.contains(last) else { return }
    let before = Self.bytes(before: old.start.column, in: lines[first])
    let after = lines[last].dropFirst(Self.bytes(before: old.end.column, in: lines[last]).count)
    lines.replaceSubrange(first...last, with: [Array(before) + Array(value.utf8) + Array(after)])
  }

  mutating func remove(_ old: LocatedItem) {
    lines.removeSubrange((old.start.line - 1..<old.end.line).clamped(to: lines.indices))
  }

  /// Inserts an option below its line in a comment, or else at the end of its table or of the
  /// document.
  mutating func insert(_ value: String, for change: SettingChange) {
    let line = "\(change.key) = \(value)"
    guard let section = section(of: change.table) else {
      let siblings = items.filter { $0.item.path.first == change.table }
      if let last = siblings.map(\.end.line).max() {
        return insert("\(change.table).\(line)", at: last)
      }
      if lines.last.map({ !Self.isBlank($0) }) ?? false { insert("", at: lines.count) }
      insert("[\(change.table)]", at: lines.count)
      return insert(line, at: lines.count)
    }
    if let comment = section.first(where: { isComment($0, of: change.key) }) {
      return insert(line, at: comment + 1)
    }
    let values = items.filter { $0.item.value != .table && section.contains($0.start.line - 1) }
    if let last = values.map(\.end.line).max() { return insert(line, at: last) }
    guard change.table.isEmpty, section.upperBound < lines.count else {
      return insert(line, at: change.table.isEmpty ? section.upperBound : section.lowerBound)
    }
    // Comments directly above a table belong to it.
    var position = section.upperBound
    while position > 0, Self.isComment(lines[position - 1]) { position -= 1 }
    insert(line, at: position)
    insert("", at: position + 1)
  }

  private mutating func insert(_ line: String, at index: Int) {
    if index > 0, lines[index - 1].last != Self.lineFeed { lines[index - 1] += Array(lineEnd.utf8) }
    lines.insert(Array((line + lineEnd).utf8), at: index)
  }

  /// Returns the lines of a table after its header, up to the next one; `nil` if it has no header.
  private func section(of table: String) -> Range<Int>? {
    var start = 0
    if !table.isEmpty {
      let header = items.first { $0.item.path == [table] && $0.item.value == .table }
      guard let line = header.map({ $0.start.line - 1 }), headers.contains(line) else { return nil }
      start = line + 1
    }
    return start..<(headers.first { $0 >= start } ?? lines.count)
  }

  /// The lines that begin tables: not those in a list or a text of several lines.
  private var headers: [Int] {
    let inside = items.reduce(into: Set<Int>()) { inside, item in
      if item.item.value != .table, item.end.line > item.start.line, item.start.column > 1 {
        inside.formUnion(item.start.line..<item.end.line)
      }
    }
    return lines.indices.filter { line in
      Self.first(lines[line]) == UInt8(ascii: "[") && !inside.contains(line)
    }
  }

  private func isComment(_ line: Int, of key: String) -> Bool {
    guard Self.isComment(lines[line]) else { return false }
    let text = String(decoding: lines[line], as: UTF8.self).trimmed.drop { $0 == "#" }.trimmed
    return text.hasPrefix(key) && text.dropFirst(key.count).trimmed.hasPrefix("=")
  }

  private static func first(_ line: [UInt8]) -> UInt8? {
    line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  }

  private static func isComment(_ line: [UInt8]) -> Bool { first(line) == UInt8(ascii: "#") }

  private static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
  }

  /// Returns the bytes of a line before a column in code points, from 1.
  private static func bytes(before column: Int, in line: [UInt8]) -> ArraySlice<UInt8> {
    var count = 0
    // Continuation bytes belong to the code point before.
    let end = line.firstIndex { byte in
      if byte & 0xC0 != 0x80 { count += 1 }
      return count == column
    }
    return line[..<(end ?? line.endIndex)]
  }
}
