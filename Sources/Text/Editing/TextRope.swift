/// A text that can be changed quickly at any length. Offsets are in bytes of UTF-8.
///
/// It is a balanced tree of short leaves that ropes share: a copy takes constant time, and a change
/// copies only the nodes on the path to it. All bytes are kept unchanged, including line ends and
/// normalization.
package struct TextRope: Sendable {
  let root: RopeNode?

  init(root: RopeNode?) { self.root = root }

  package init(_ text: String = "") {
    var text = text
    root = text.withUTF8 { RopeNode.tree($0) }
  }

  // MARK: Size

  /// The size in bytes.
  package var count: Int { root?.summary.bytes ?? 0 }
  package var isEmpty: Bool { root == nil }
  package var length: TextLength { root?.summary.length ?? TextLength() }
  /// The number of words that contain Korean, Chinese or Japanese, and the number of these
  /// characters.
  package var eastAsianWords: Int { root?.summary.eastAsianWords ?? 0 }
  package var eastAsianCharacters: Int { root?.summary.eastAsianCharacters ?? 0 }
  /// The number of line feeds plus one.
  package var lines: Int { (root?.summary.newlines ?? 0) + 1 }

  // MARK: Reading

  package var string: String { substring(0..<count) }

  package func substring(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<count)
    return String(unsafeUninitializedCapacity: range.count) { buffer in
      var filled = 0
      forEachPiece(in: range) { piece in
        filled =
          UnsafeMutableBufferPointer(rebasing: buffer[filled...])
          .update(fromContentsOf: piece) + filled
      }
      return filled
    }
  }

  package func bytes(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    forEachPiece(in: range) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the byte at `offset`, or `nil` outside of the text.
  package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count, let (bytes, start) = leaf(at: offset) else { return nil }
    return bytes[offset - start]
  }

  /// Calls a closure with each piece of a range, in order.
  package func forEachPiece(
    in range: Range<Int>, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    root?.forEachPiece(in: range, body)
  }

  // MARK: Changing

  /// Replaces a range, which must begin and end between scalars.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    self = replacing(range, with: text)
  }

  package func replacing(_ range: Range<Int>, with text: String) -> TextRope {
    let range = range.clamped(to: 0..<count)
    guard let root, !range.isEmpty || !text.isEmpty else { return isEmpty ? TextRope(text) : self }
    // The leaves at both ends are rebuilt together with the text between them.
    var start = leaf(at: min(range.lowerBound, count - 1))?.start ?? 0
    var end = count
    if let last = leaf(at: min(range.upperBound, count - 1)) { end = last.start + last.bytes.count }
    // Merge a short leaf with the one before it, or after it.
    if end - start - range.count + text.utf8.count < RopeNode.shortestLeaf {
      if start > 0, let before = leaf(at: start - 1) {
        start = before.start
      } else if end < count, let after = leaf(at: end) {
        end += after.bytes.count
      }
    }
    var middle: [UInt8] = []
    middle.reserveCapacity(end - start - range.count + text.utf8.count)
    forEachPiece(in: start..<range.lowerBound) { middle.append(contentsOf: $0) }
    middle.append(contentsOf: text.utf8)
    forEachPiece(in: range.upperBound..<end) { middle.append(contentsOf: $0) }
    let (before, rest) = root.split(atLeafEnd: start)
    let (_, after) = rest?.split(atLeafEnd: end - start) ?? (nil, nil)
    let tree = middle.withUnsafeBufferPointer { RopeNode.tree($0) }
    return TextRope(root: RopeNode.join(RopeNode.join(before, tree), after))
  }

  /// Returns the leaf that contains the byte at `offset`, and its start.
  func leaf(at offset: Int) -> (bytes: [UInt8], start: Int)? {
    guard var node = root, offset >= 0, offset < count else { return nil }
    var start = 0
    while case .branch(let left, let right) = node.content {
      if offset < start + left.summary.bytes {
        node = left
      } else {
        start += left.summary.bytes
        node = right
      }
    }
    guard case .leaf(let bytes) = node.content else { return nil }
    return (bytes, start)
  }
}

extension RopeNode {
  fileprivate func forEachPiece(
    in range: Range<Int>, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    let range = range.clamped(to: 0..<summary.bytes)
    guard !range.isEmpty else { return }
    switch content {
    case .leaf(let bytes): bytes.withUnsafeBufferPointer { body($0[range]) }
    case .branch(let left, let right):
      let middle = left.summary.bytes
      if range.lowerBound < middle { left.forEachPiece(in: range, body) }
      if range.upperBound > middle {
        right.forEachPiece(
          in: max(0, range.lowerBound - middle)..<range.upperBound - middle, body)
      }
    }
  }
}

// MARK: - Lines

// Lines end with a line feed. A carriage return before it belongs to the line end.
extension TextRope {
  /// Returns the number of the line that contains `offset`, from 0.
  package func line(at offset: Int) -> Int {
    guard var node = root else { return 0 }
    var rest = max(0, offset)
    var line = 0
    while case .branch(let left, let right) = node.content {
      if rest < left.summary.bytes {
        node = left
      } else {
        rest -= left.summary.bytes
        line += left.summary.newlines
        node = right
      }
    }
    if case .leaf(let bytes) = node.content {
      line += bytes.prefix(rest).reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
    return line
  }

  /// Returns the start of a line, or the end of the text if it has fewer lines.
  package func start(ofLine line: Int) -> Int {
    guard line > 0, var node = root else { return 0 }
    guard line <= node.summary.newlines else { return count }
    var rest = line
    var start = 0
    while case .branch(let left, let right) = node.content {
      if rest <= left.summary.newlines {
        node = left
      } else {
        rest -= left.summary.newlines
        start += left.summary.bytes
        node = right
      }
    }
    guard case .leaf(let bytes) = node.content else { return start }
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      rest -= 1
      if rest == 0 { return start + index + 1 }
    }
    return start + bytes.count
  }

  /// Returns the start of the line that contains `offset`.
  package func lineStart(at offset: Int) -> Int { start(ofLine: line(at: offset)) }

  /// Returns the end of the line that contains `offset`, before its line end.
  package func lineEnd(at offset: Int) -> Int {
    let line = line(at: offset)
    guard line + 1 < lines else { return count }
    let end = start(ofLine: line + 1) - 1
    return end > 0 && byte(at: end - 1) == 0x0D ? max(end - 1, start(ofLine: line)) : end
  }

  /// Returns the line that contains `offset`, without its line end.
  package func lineRange(at offset: Int) -> Range<Int> {
    let start = lineStart(at: offset)
    return start..<max(start, lineEnd(at: offset))
  }

  /// Returns the line that contains `offset`, including its line end, if any.
  package func wholeLineRange(at offset: Int) -> Range<Int> {
    let line = line(at: offset)
    return start(ofLine: line)..<(line + 1 < lines ? start(ofLine: line + 1) : count)
  }
}

// MARK: - Equality

/// Compares byte for byte and skips the nodes that both ropes share, so comparing a text with an
/// edited copy is fast.
extension TextRope: Hashable {
  package static func == (left: TextRope, right: TextRope) -> Bool {
    guard left.count == right.count, left.lines == right.lines else { return false }
    var pairs = PiecePairs(left.root, right.root)
    return pairs.areEqual()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(lines)
  }

  /// Returns whether the rope equals a string, byte for byte.
  package func isExactly(_ text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      var isSame = true
      forEachPiece(in: 0..<count) { piece in
        guard isSame else { return }
        isSame = piece.elementsEqual(bytes[index..<index + piece.count])
        index += piece.count
      }
      return isSame
    }
  }
}

/// A comparison that reads two trees side by side.
private struct PiecePairs {
  /// The nodes still to read; the next one is last.
  private var left: [RopeNode]
  private var right: [RopeNode]

  init(_ left: RopeNode?, _ right: RopeNode?) {
    self.left = left.map { [$0] } ?? []
    self.right = right.map { [$0] } ?? []
  }

  mutating func areEqual() -> Bool {
    while let a = left.last, let b = right.last {
      if a === b {
        left.removeLast()
        right.removeLast()
      } else if a.summary.bytes == b.summary.bytes, a.summary.newlines != b.summary.newlines {
        return false
      } else if case .branch(let first, let second) = a.content,
        a.summary.bytes >= b.summary.bytes
      {
        left.removeLast()
        left += [second, first]
      } else if case .branch(let first, let second) = b.content {
        right.removeLast()
        right += [second, first]
      } else if case .branch(let first, let second) = a.content {
        left.removeLast()
        left += [second, first]
      } else if case .leaf(let some) = a.content, case .leaf(let other) = b.content {
        guard compareLeaves(some, other) else { return false }
      }
    }
    return left.isEmpty && right.isEmpty
  }

  /// Compares the common length of two leaves and pushes back the rest of the longer one.
  private mutating func compareLeaves(_ some: [UInt8], _ other: [UInt8]) -> Bool {
    let count = min(some.count, other.count)
    guard some.prefix(count).elementsEqual(other.prefix(count)) else { return false }
    left.removeLast()
    right.removeLast()
    if some.count > count { left.append(RopeNode(leaf: Array(some[count...]))) }
    if other.count > count { right.append(RopeNode(leaf: Array(other[count...]))) }
    return true
  }
}
