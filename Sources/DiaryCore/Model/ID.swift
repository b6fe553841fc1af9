/// A random 128-bit name of a `Subject`, written as 32 lower-case hexadecimal digits.
///
/// An id never changes: it stays the same when a diary is copied, exported or merged.
package struct ID<Subject>: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns a new random id.
  package static func random() -> Self {
    Self(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  /// Parses 32 hexadecimal digits of either case, with or without the dashes of a UUID.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let id = text.withUTF8({ ID(digits: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = id
  }

  /// Parses the same text from ASCII bytes.
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

  /// Uses the first 16 bytes of a digest.
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

// MARK: - AssetID

/// The name of a file's bytes: their SHA-256 as 64 lower-case hexadecimal digits.
package struct AssetID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let description: String

  /// Parses 64 hexadecimal digits of either case.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
      return nil
    }
    description = text.lowercased()
  }

  /// Formats a 32-byte digest.
  package init(digest: some Sequence<UInt8>) {
    description = hexadecimal(digest)
  }

  package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

// MARK: - Hexadecimal

/// Returns the value of a hexadecimal digit of either case.
package func hexadecimalValue(of byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Returns the lower-case digit of a number's lowest four bits.
package func hexadecimalDigit(of number: UInt64) -> UInt8 {
  let digit = UInt8(truncatingIfNeeded: number & 15)
  return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

/// Formats bytes as lower-case hexadecimal digits, two each.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  for byte in bytes {
    digits.append(hexadecimalDigit(of: UInt64(byte >> 4)))
    digits.append(hexadecimalDigit(of: UInt64(byte)))
  }
  return String(decoding: digits, as: UTF8.self)
}

/// Parses pairs of hexadecimal digits; `nil` if the text contains anything else.
package func hexadecimalBytes(_ text: some StringProtocol) -> [UInt8]? {
  let values = text.utf8.compactMap(hexadecimalValue)
  guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
