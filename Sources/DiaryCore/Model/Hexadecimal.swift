/// The value of a hexadecimal digit, in either case.
package func hexadecimalValue(of byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The lower-case digit of a number's lowest four bits.
package func hexadecimalDigit(of number: UInt64) -> UInt8 {
  let digit = UInt8(truncatingIfNeeded: number & 15)
  return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

/// Bytes as lower-case hexadecimal digits, two each.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  for byte in bytes {
    digits.append(hexadecimalDigit(of: UInt64(byte >> 4)))
    digits.append(hexadecimalDigit(of: UInt64(byte)))
  }
  return String(decoding: digits, as: UTF8.self)
}

/// The bytes that hexadecimal digits say, two each; `nil` when something else is among them.
package func hexadecimalBytes(_ text: some StringProtocol) -> [UInt8]? {
  let values = text.utf8.compactMap(hexadecimalValue)
  guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
