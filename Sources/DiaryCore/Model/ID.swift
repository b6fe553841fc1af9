/// A random 128-bit name of a `Subject`, written as 32 lower-case hexadecimal digits.
///
/// Ids are made once and never change: they stay the same when a diary is copied, exported or
/// merged with another.
package struct ID<Subject>: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new random id.
  package static func random() -> Self {
    Self(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  /// Reads 32 hexadecimal digits, in either case, with or without the dashes of a UUID.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let id = text.withUTF8({ ID(digits: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = id
  }

  /// Reads the same from bytes.
  package init?(digits: UnsafeRawBufferPointer) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var count = 0
    for byte in digits {
      if byte == UInt8(ascii: "-") { continue }
      guard let digit = hexadecimalValue(of: byte), count < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      count += 1
    }
    guard count == 32 else { return nil }
    self.init(high: high, low: low)
  }

  /// Takes the first 16 bytes of a digest.
  package init(digest: UnsafeRawBufferPointer) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in digest.prefix(16) {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    self.init(high: high, low: low)
  }
}

extension ID: CustomStringConvertible {
  package var description: String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for index in 0..<16 {
        digits[index] = hexadecimalDigit(of: high >> (60 - 4 * UInt64(index)))
        digits[index + 16] = hexadecimalDigit(of: low >> (60 - 4 * UInt64(index)))
      }
      return 32
    }
  }
}

extension ID: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
