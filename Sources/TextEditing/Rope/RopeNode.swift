/// A part of a text: a piece of some bytes, or two parts one behind the other. It is never
/// changed, so ropes share parts.
///
/// The tree is balanced as an AVL tree is: the heights of two halves differ by one at most.
final class RopeNode: Sendable {
  enum Content: Sendable {
    case leaf([UInt8])
    case branch(RopeNode, RopeNode)
  }

  let content: Content
  let summary: TextSummary
  let height: Int

  init(leaf bytes: [UInt8]) {
    content = .leaf(bytes)
    summary = bytes.withUnsafeBufferPointer { TextSummary($0) }
    height = 0
  }

  private init(_ left: RopeNode, _ right: RopeNode) {
    content = .branch(left, right)
    summary = left.summary + right.summary
    height = max(left.height, right.height) + 1
  }

  // MARK: Joining and splitting

  /// Both, one behind the other. The time grows with the difference of their heights.
  static func join(_ left: RopeNode?, _ right: RopeNode?) -> RopeNode? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  private static func joined(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if abs(left.height - right.height) <= 1 { return RopeNode(left, right) }
    if left.height > right.height, case .branch(let first, let second) = left.content {
      return balanced(first, joined(second, right))
    }
    if case .branch(let first, let second) = right.content {
      return balanced(joined(left, first), second)
    }
    return RopeNode(left, right)
  }

  /// Two parts whose heights differ by two at most.
  private static func balanced(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if left.height > right.height + 1, case .branch(let a, let b) = left.content {
      if a.height >= b.height { return RopeNode(a, RopeNode(b, right)) }
      guard case .branch(let first, let second) = b.content else { return RopeNode(left, right) }
      return RopeNode(RopeNode(a, first), RopeNode(second, right))
    }
    if right.height > left.height + 1, case .branch(let a, let b) = right.content {
      if b.height >= a.height { return RopeNode(RopeNode(left, a), b) }
      guard case .branch(let first, let second) = a.content else { return RopeNode(left, right) }
      return RopeNode(RopeNode(left, first), RopeNode(second, b))
    }
    return RopeNode(left, right)
  }

  /// What is before a place between two leaves, and what is behind it.
  func split(atLeafEnd offset: Int) -> (RopeNode?, RopeNode?) {
    if offset <= 0 { return (nil, self) }
    guard offset < summary.bytes, case .branch(let left, let right) = content else {
      return (self, nil)
    }
    if offset <= left.summary.bytes {
      let (before, after) = left.split(atLeafEnd: offset)
      return (before, Self.join(after, right))
    }
    let (before, after) = right.split(atLeafEnd: offset - left.summary.bytes)
    return (Self.join(left, before), after)
  }

  // MARK: Making

  /// In bytes. Long enough that a text has few nodes, short enough that one is copied in no time.
  static let longestLeaf = 1024
  static let shortestLeaf = 256

  /// A balanced tree of leaves; `nil` for no bytes. Leaves end between scalars, behind a blank
  /// where one is near.
  static func tree(_ bytes: UnsafeBufferPointer<UInt8>) -> RopeNode? {
    var leaves: [RopeNode] = []
    leaves.reserveCapacity(bytes.count / longestLeaf + 1)
    var start = 0
    while start < bytes.count {
      let end = leafEnd(bytes, from: start)
      leaves.append(RopeNode(leaf: Array(bytes[start..<end])))
      start = end
    }
    return tree(leaves[...])
  }

  private static func tree(_ leaves: ArraySlice<RopeNode>) -> RopeNode? {
    guard leaves.count > 1 else { return leaves.first }
    let middle = leaves.startIndex + leaves.count / 2
    return join(tree(leaves[..<middle]), tree(leaves[middle...]))
  }

  private static func leafEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let most = start + longestLeaf
    guard most < bytes.count else { return bytes.count }
    // A word that isn't cut is counted whole.
    var end = most
    while end > most - shortestLeaf {
      if bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A { return end }
      end -= 1
    }
    end = most
    while bytes[end] & 0xC0 == 0x80, end > start + 1 { end -= 1 }
    return end
  }
}
