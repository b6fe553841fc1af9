/// Where a link to an exported photo or attachment leads.
enum FileLink {
  private static let plain = Set("-._~,+@=/".utf8)

  /// The destination of a link to a file by its path in the export, as CommonMark takes it without
  /// angle brackets. Letters of every script stay, to be legible. `way` leads to the export's top.
  static func destination(_ file: String, from way: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in file.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: bytes.append(byte)
      case _ where plain.contains(byte): bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (byte < 16 ? "%0" : "%").utf8
        bytes += digits.utf8
      }
    }
    return way + String(decoding: bytes, as: UTF8.self)
  }
}
