import DiaryCore

/// The names of assets in bytes that can't be read as what they were.
enum AssetNames {
  private static let length = 64

  /// Those of the wanted assets whose digits stand anywhere. Bytes that can't belong to a name are
  /// leapt over, for what was set aside may be a large photo.
  static func found(
    in bytes: UnsafeRawBufferPointer, of wanted: Set<AssetID>
  ) -> Set<AssetID> {
    var found: Set<AssetID> = []
    guard !wanted.isEmpty else { return found }
    var place = length - 1
    while place < bytes.count {
      guard isDigit(bytes[place]) else {
        place += length
        continue
      }
      var start = place
      while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
      var end = place + 1
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      // Damage may have joined other digits to a name.
      for first in start..<max(start, end - length + 1) {
        let text = String(decoding: bytes[first..<first + length], as: UTF8.self)
        if let asset = AssetID(text), wanted.contains(asset) { found.insert(asset) }
      }
      place = end + length
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { hexadecimalValue(of: byte) != nil }
}
