/// Lines that tell where a link goes or what a footnote says: `[name]: …`. They aren't shown where
/// they stand, which is right only if something refers to them: `[Monday]: rain` is what a person
/// wrote to be read.
enum MarkdownDefinitions {
  /// More than that are left as they are.
  private static let most = 200

  /// A text in which the lines that nothing refers to are text. Lines stay what they are but for a
  /// mark at the beginning of those.
  static func unreferredShown(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let names = lines.indices.compactMap { index in name(lines[index]).map { (index, $0) } }
    guard !names.isEmpty, names.count <= most else { return text }
    var uses: [String: Int] = [:]
    for name in bracketed(text) { uses[name, default: 0] += 1 }
    let counts = Dictionary(grouping: names, by: \.1).mapValues(\.count)
    var told: Set<String> = []
    for (index, name) in names {
      // What is told twice isn't shown either.
      let isReferredTo = uses[name, default: 0] > counts[name, default: 0]
      guard !isReferredTo || !told.insert(name).inserted else { continue }
      let indent = lines[index].prefix { $0 == " " }
      lines[index] = indent + "\\" + lines[index].dropFirst(indent.count)
    }
    return lines.joined(separator: "\n")
  }

  private static func name(_ line: String) -> String? {
    let start = line.drop { $0 == " " }
    guard line.utf8.count - start.utf8.count < 4, start.first == "[" else { return nil }
    guard let close = start.utf8.firstIndex(of: UInt8(ascii: "]")),
      start.utf8[close...].dropFirst().first == UInt8(ascii: ":")
    else { return nil }
    return start[..<close].dropFirst().lowercased()
  }

  /// What stands in brackets.
  private static func bracketed(_ text: String) -> [String] {
    var found: [String] = []
    var open: String.Index?
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "["): open = text.utf8.index(after: index)
      case UInt8(ascii: "]"):
        if let start = open { found.append(text[start..<index].lowercased()) }
        open = nil
      default: break
      }
    }
    return found
  }
}
