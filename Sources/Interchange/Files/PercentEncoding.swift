extension String {
  /// The text as a part of a URI: letters, digits and bytes that are plain there, and `%20` and the
  /// like for all others.
  package func percentEncoded(isPlain: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      let isMark = isPlain(byte)
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case _ where isMark: bytes.append(byte)
      default:
        bytes += ((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
