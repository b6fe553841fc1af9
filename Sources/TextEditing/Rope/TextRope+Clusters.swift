// Grapheme clusters: what a person takes for a character. They are found by Swift's own rules in
// as little of the text as tells them for certain.
extension TextRope {
  /// The beginning of the cluster that ends at a place or holds it; 0 at the beginning.
  package func clusterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    var start = 0
    for cluster in clusters(around: offset) {
      guard cluster.lowerBound < offset else { break }
      start = cluster.lowerBound
    }
    return start
  }

  /// The end of the cluster that begins at a place or holds it.
  package func clusterEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    return clusters(around: offset).first { $0.upperBound > offset }?.upperBound ?? count
  }

  /// A place between clusters: this one, or the one before it.
  package func clusterBoundary(atOrBefore offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= count { return count }
    return clusters(around: offset).last { $0.lowerBound <= offset }?.lowerBound ?? offset
  }

  /// The cluster that begins at a place.
  package func cluster(at offset: Int) -> Character? {
    offset < count ? substring(offset..<clusterEnd(after: offset)).first : nil
  }

  /// The clusters between the nearest certain breaks before and behind a place.
  private func clusters(around offset: Int) -> [Range<Int>] {
    let window = Window(self, around: offset)
    var clusters: [Range<Int>] = []
    var index = window.range.lowerBound
    for character in substring(window.range) {
      let end = index + character.utf8.count
      clusters.append(index..<end)
      index = end
    }
    return clusters
  }
}

/// The part of a text around a place that begins and ends at certain breaks.
private struct Window {
  private(set) var range: Range<Int>

  /// In bytes. What joins for longer is cut: a run of a million marks is nothing that is written.
  private static let longest = 4096

  init(_ rope: TextRope, around offset: Int) {
    var reach = 32
    range = offset..<offset
    // Looks further only if there is no certain break near.
    while true {
      let low = max(0, offset - reach)
      let high = min(rope.count, offset + reach)
      let bytes = rope.bytes(low..<high)
      let isWhole = reach >= Self.longest
      let start = Self.start(bytes, low, before: offset, isLast: isWhole)
      let end = Self.end(bytes, low, after: offset, rope, isLast: isWhole)
      if let start, let end {
        range = start..<max(start, end)
        return
      }
      reach *= 8
      if reach > Self.longest { reach = Self.longest + offset % Self.longest }
    }
  }

  /// A break before a place, or where the text begins.
  private static func start(
    _ bytes: [UInt8], _ low: Int, before offset: Int, isLast: Bool
  ) -> Int? {
    var index = offset - low
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    // The cluster before the place is wanted whole, so the break is one further.
    var right: Unicode.Scalar?
    while let (left, start) = scalar(bytes, before: index) {
      if let right, ClusterBreak.isCertain(between: left, and: right) { return low + index }
      right = left
      index = start
    }
    if low == 0 || isLast { return low + index }
    return nil
  }

  private static func end(
    _ bytes: [UInt8], _ low: Int, after offset: Int, _ rope: TextRope, isLast: Bool
  ) -> Int? {
    var index = offset - low
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    var left: Unicode.Scalar?
    while index < bytes.count {
      let length = Self.length(bytes[index])
      guard index + length <= bytes.count else { break }
      let right = scalar(bytes[index..<index + length])
      if let left, ClusterBreak.isCertain(between: left, and: right) { return low + index }
      left = right
      index += length
    }
    if low + index >= rope.count || isLast { return low + index }
    return nil
  }

  private static func length(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// The scalar that ends at a place, and where it begins.
  private static func scalar(
    _ bytes: [UInt8], before index: Int
  ) -> (Unicode.Scalar, Int)? {
    var start = index - 1
    while start >= 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start < 0 ? nil : (scalar(bytes[start..<index]), start)
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar {
    guard let first = bytes.first, first >= 0x80 else { return Unicode.Scalar(bytes.first ?? 0) }
    let head = UInt32(first) & (0x7F >> UInt32(bytes.count))
    let value = bytes.dropFirst().reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
