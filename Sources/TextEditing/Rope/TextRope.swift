/// A text that is quick to change however long it is. Places in it are counted in bytes of UTF-8.
///
/// It is a balanced tree of short pieces that ropes share: a copy costs nothing, and a change
/// costs the few nodes on the way to it. Every byte is kept as it came: line ends, normal forms.
package struct TextRope: Sendable {
  let root: RopeNode?

  init(root: RopeNode?) { self.root = root }

  package init(_ text: String = "") {
    var text = text
    root = text.withUTF8 { RopeNode.tree($0) }
  }

  // MARK: Size

  /// In bytes.
  package var count: Int { root?.summary.bytes ?? 0 }
  package var isEmpty: Bool { root == nil }
  /// How many words it has: what stands between white space. Pictures without a caption aren't any.
  package var words: Int { root?.summary.words ?? 0 }
  /// Those that have Korean, Chinese or Japanese in them, and how many characters of it there are.
  package var eastAsianWords: Int { root?.summary.eastAsianWords ?? 0 }
  package var eastAsianCharacters: Int { root?.summary.eastAsianCharacters ?? 0 }
  /// One more than it has line ends.
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

  /// The byte at a place; `nil` at the end.
  package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count, let (bytes, start) = leaf(at: offset) else { return nil }
    return bytes[offset - start]
  }

  /// Gives a closure the pieces that a part of the text is made of, one after the other.
  package func forEachPiece(
    in range: Range<Int>, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    root?.forEachPiece(in: range, body)
  }

  // MARK: Changing

  /// Puts a text in the place of a part. The part must begin and end between scalars.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    self = replacing(range, with: text)
  }

  package func replacing(_ range: Range<Int>, with text: String) -> TextRope {
    let range = range.clamped(to: 0..<count)
    guard let root, !range.isEmpty || !text.isEmpty else { return isEmpty ? TextRope(text) : self }
    // The leaves at both ends are made anew with what is between them.
    var start = leaf(at: min(range.lowerBound, count - 1))?.start ?? 0
    var end = count
    if let last = leaf(at: min(range.upperBound, count - 1)) { end = last.start + last.bytes.count }
    // What would be a short leaf is joined to the one before it, or behind it.
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

  /// The leaf that holds the byte at a place, and where it begins.
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
