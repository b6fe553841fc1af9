import ArgumentParser

/// A number of bytes as people write it: `500M`, `1.5G`, `200000`.
struct ByteSize: ExpressibleByArgument {
  let bytes: Int

  private static let units: [Character: Double] = [
    "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
  ]

  init?(argument: String) {
    var digits = argument.uppercased()[...]
    if digits.last == "B" { digits.removeLast() }
    var unit = 1.0
    if let last = digits.last, let known = Self.units[last] {
      unit = known
      digits.removeLast()
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits), let bytes = Int(exactly: (number * unit).rounded()), bytes > 0
    else { return nil }
    self.bytes = bytes
  }
}
