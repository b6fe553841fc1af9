/// Hides how long what is sealed is, as far as a few bits of it (Padmé: Nikitin et al., "Reducing
/// Metadata Leakage from Encrypted Files and Communication with PURBs"): at most an eighth is added.
///
/// What is added to lines are empty lines. jq passes over them, a line ends with one line feed in any
/// case, and nothing else has to be known to take them off again.
package enum SegmentPadding {
  private static let lineFeed = UInt8(ascii: "\n")

  /// The length that something of a length gets.
  package static func padded(_ count: Int) -> Int {
    guard count > 1 else { return count }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(0, exponent - kept) - 1
    return (count + mask) & ~mask
  }

  package static func pad(_ lines: inout [UInt8]) {
    lines += [UInt8](repeating: lineFeed, count: padded(lines.count) - lines.count)
  }

  /// The lines alone, the last one with its end.
  package static func unpadded(_ lines: [UInt8]) -> ArraySlice<UInt8> {
    guard let last = lines.lastIndex(where: { $0 != lineFeed }) else { return [] }
    return lines[...min(last + 1, lines.count - 1)]
  }
}
