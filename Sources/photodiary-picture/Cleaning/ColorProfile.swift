import CPNG

/// ICC color profiles. Those of screens have tags of their makers, which tell a screen's serial
/// number: only the tags that the standard describes stay, and everything else becomes zeros.
enum ColorProfile {
  private static let kept: Set<String> = [
    "A2B0", "A2B1", "A2B2", "A2B3", "B2A0", "B2A1", "B2A2", "B2A3", "B2D0", "B2D1", "B2D2", "B2D3",
    "D2B0", "D2B1", "D2B2", "D2B3", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "wtpt",
    "bkpt", "lumi", "chad", "chrm", "cicp", "cprt", "desc", "gamt", "meas", "pre0", "pre1", "pre2",
    "rig0", "rig2", "tech", "view",
  ]

  /// The parts of the profile of a JPEG, in their order: it stands in as many segments as it needs, each with
  /// its number. Empty when there is none, or not all of it.
  static func parts(
    _ bytes: Bytes, _ segments: some Sequence<(marker: UInt8, content: Range<Int>)>
  ) -> [Range<Int>] {
    var pieces: [(number: UInt8, content: Range<Int>)] = []
    for (marker, content) in segments where isPart(marker, content, bytes) {
      guard let number = bytes.byte(content.lowerBound + 12), content.count >= 14 else { return [] }
      pieces.append((number, content.dropFirst(14)))
    }
    pieces.sort { $0.number < $1.number }
    guard pieces.map({ Int($0.number) }) == Array(1..<pieces.count + 1) else { return [] }
    return pieces.map(\.content)
  }

  static func isPart(_ marker: UInt8, _ content: Range<Int>, _ bytes: Bytes) -> Bool {
    marker == 0xE2 && bytes.has("ICC_PROFILE\0", at: content.lowerBound)
  }

  /// Cleans one that stands in these parts of a file, in their order. False when it is none.
  static func clean(_ bytes: Bytes, in parts: [Range<Int>]) -> Bool {
    var profile = parts.flatMap { bytes.raw($0) }
    guard clean(&profile) else { return false }
    var position = 0
    for part in parts {
      bytes.store(Array(profile[position..<position + part.count]), at: part.lowerBound)
      position += part.count
    }
    return true
  }

  /// Cleans a profile that is compressed, as in PNG; nil when it is none.
  static func clean(compressed: UnsafeRawBufferPointer) -> [UInt8]? {
    var profile = [UInt8](repeating: 0, count: largest)
    let count = pd_png_inflate(
      compressed.bindMemory(to: UInt8.self).baseAddress, compressed.count, &profile, largest)
    profile.removeLast(largest - count)
    guard clean(&profile) else { return nil }
    var result = [UInt8](repeating: 0, count: profile.count + profile.count / 100 + 64)
    result.removeLast(
      result.count - pd_png_deflate(profile, profile.count, &result, result.count))
    return result.isEmpty ? nil : result
  }

  /// Those for printers have two megabytes.
  private static let largest = 8 << 20

  private static func clean(_ profile: inout [UInt8]) -> Bool {
    profile.withUnsafeMutableBytes { clean(Bytes($0)) }
  }

  /// A header, a table of tags with their places, and what they hold.
  private static func clean(_ bytes: Bytes) -> Bool {
    guard bytes.has("acsp", at: 36), let count = bytes.number32(128, .big), count <= 256,
      let table = bytes.range(at: 132, count: count * 12)
    else { return false }
    var staying: [Range<Int>] = [0..<84]
    var position = table.lowerBound
    for entry in stride(from: table.lowerBound, to: table.upperBound, by: 12) {
      guard kept.contains(bytes.name(entry)), let offset = bytes.number32(entry + 4, .big),
        let length = bytes.number32(entry + 8, .big),
        let value = bytes.range(at: offset, count: length), offset >= table.upperBound
      else { continue }
      bytes.move(entry..<entry + 12, to: position)
      position += 12
      staying.append(value)
    }
    let left = (position - table.lowerBound) / 12
    bytes.store16(left, at: 130, .big)
    staying.append(128..<position)
    for gap in Ranges(staying).gaps(in: bytes.all) { bytes.fill(gap, with: 0) }
    return left > 0
  }
}
