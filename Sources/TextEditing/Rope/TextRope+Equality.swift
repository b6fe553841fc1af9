/// Byte for byte. Parts that both share aren't read: a text and what a key made of it are compared
/// in no time.
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

  /// Whether it says the same as a text, byte for byte.
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

/// Two trees, read side by side.
private struct PiecePairs {
  /// What is still to be read of each, what comes first last.
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

  /// Compares as many bytes as both have; what is left of the longer one is read next.
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
