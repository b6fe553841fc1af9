/// Where nodes begin in a text, in bytes.
struct MarkdownRanges {
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      // A carriage return alone ends a line, too.
      let isEnd = byte == 0x0A || byte == 0x0D && bytes[(index + 1)...].first != 0x0A
      if isEnd { starts.append(index + 1) }
    }
    lineStarts = starts
  }

  func place(of node: MarkdownNode) -> Int {
    guard lineStarts.indices.contains(node.line - 1) else { return bytes.count }
    return min(bytes.count, lineStarts[node.line - 1] + max(0, node.column - 1))
  }

  /// Whether the line before it holds nothing but the bars of quotes.
  func isAfterBlank(_ node: MarkdownNode) -> Bool {
    let line = node.line - 2
    guard line >= 0, lineStarts.indices.contains(line + 1) else { return false }
    return bytes[lineStarts[line]..<lineStarts[line + 1]].allSatisfy {
      [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">")].contains($0)
    }
  }

  /// What stands in the line of a node, after the bars of quotes.
  func line(of node: MarkdownNode) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(node.line - 1) else { return [] }
    return bytes[lineStarts[node.line - 1]...].prefix { $0 != 0x0A && $0 != 0x0D }
      .drop { [0x20, 0x09, UInt8(ascii: ">")].contains($0) }
  }
}
