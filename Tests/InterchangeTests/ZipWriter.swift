/// Writes zips whose members are stored as they are, by their bytes: any name, any kind.
struct ZipWriter {
  /// A member's mode as Unix has it, in the upper half of its attributes.
  static let file: UInt32 = 0o100644
  static let link: UInt32 = 0o120777

  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  mutating func add(_ name: String, _ text: String, mode: UInt32 = file) {
    add(Array(name.utf8), Array(text.utf8), mode: mode)
  }

  mutating func add(_ name: [UInt8], _ bytes: [UInt8], mode: UInt32 = file, isUTF8: Bool = true) {
    let start = UInt32(body.count)
    let flags: UInt16 = isUTF8 ? 0x0800 : 0
    var facts: [UInt8] = []
    facts += Self.bytes(UInt16(20)) + Self.bytes(flags) + Self.bytes(UInt16(0))
    facts += Self.bytes(UInt32(0x5A21_0000))
    facts += Self.bytes(Self.checksum(bytes))
    facts += Self.bytes(UInt32(bytes.count)) + Self.bytes(UInt32(bytes.count))
    facts += Self.bytes(UInt16(name.count)) + Self.bytes(UInt16(0))
    body += Self.bytes(UInt32(0x0403_4B50)) + facts + name + bytes
    directory += Self.bytes(UInt32(0x0201_4B50)) + Self.bytes(UInt16(0x0314)) + facts
    directory += [UInt8](repeating: 0, count: 6)
    directory += Self.bytes(mode << 16) + Self.bytes(start) + name
    count += 1
  }

  var bytes: [UInt8] {
    body + directory + Self.bytes(UInt32(0x0605_4B50)) + [0, 0, 0, 0]
      + Self.bytes(UInt16(count)) + Self.bytes(UInt16(count))
      + Self.bytes(UInt32(directory.count)) + Self.bytes(UInt32(body.count)) + [0, 0]
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

/// Writes tars, by their bytes.
struct TarWriter {
  private(set) var bytes: [UInt8] = []

  /// `kind` is `0` for a file, `1` and `2` for links, `3` for a device, `5` for a folder.
  mutating func add(_ name: String, _ text: String, kind: Character = "0", link: String = "") {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at position: Int) {
      for (index, byte) in text.utf8.enumerated() { header[position + index] = byte }
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(text.utf8.count, 11), at: 124)
    put(octal(1_700_000_000, 11), at: 136)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put(link, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
    header[154] = 0
    bytes += header + Array(text.utf8)
    bytes += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
  }

  var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}
