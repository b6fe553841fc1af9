/// A string literal of the sources, as the compiler reads it.
struct SwiftLiteral {
  /// Its text, with the number of each interpolation in its place: the key of a localized text.
  var key: String
  /// What stands right before it, without white space: `localized(`, `help:`.
  var context: String
  let line: Int
}

/// Finds the string literals of a source file, those within interpolations too.
struct SwiftLiterals {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private(set) var found: [SwiftLiteral] = []

  /// What a literal was cut off in, which is a fault of this reader.
  struct Unfinished: Error { let line: Int }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func all(in source: [UInt8]) throws -> [SwiftLiteral] {
    var literals = SwiftLiterals(source)
    try literals.readCode(until: nil)
    return literals.found
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return position + count <= bytes.count
      && (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  /// Code up to the parenthesis that closes an interpolation, or the end.
  private mutating func readCode(until end: UInt8?) throws {
    var depth = 0
    while position < bytes.count {
      if starts(with: "//") {
        while position < bytes.count, bytes[position] != 0x0A { step() }
      } else if starts(with: "/*") {
        while position < bytes.count, !starts(with: "*/") { step() }
        step(2)
      } else if bytes[position] == UInt8(ascii: "\"") {
        try readLiteral(hashes: 0)
      } else if bytes[position] == UInt8(ascii: "#"), let hashes = hashesBeforeQuote {
        step(hashes)
        try readLiteral(hashes: hashes)
      } else {
        if bytes[position] == UInt8(ascii: "(") { depth += 1 }
        if bytes[position] == UInt8(ascii: ")") {
          if depth == 0, end != nil { return }
          depth -= 1
        }
        step()
      }
    }
    if end != nil { throw Unfinished(line: line) }
  }

  private var hashesBeforeQuote: Int? {
    let count = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    return bytes[position...].dropFirst(count).first == UInt8(ascii: "\"") ? count : nil
  }

  private mutating func readLiteral(hashes: Int) throws {
    let (start, startLine) = (position - hashes, line)
    let isBlock = starts(with: "\"\"\"")
    let quotes = isBlock ? 3 : 1
    let end =
      [UInt8](repeating: UInt8(ascii: "\""), count: quotes)
      + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    step(quotes)
    // Each line of a block, and whether the next one goes on with it.
    var lines: [(text: [UInt8], goesOn: Bool)] = [([], false)]
    var count = 0
    while !bytes[position...].starts(with: end) {
      guard position < bytes.count, isBlock || bytes[position] != 0x0A else {
        throw Unfinished(line: startLine)
      }
      if bytes[position] == UInt8(ascii: "\\"),
        bytes[(position + 1)...].prefix(hashes).allSatisfy({ $0 == UInt8(ascii: "#") })
      {
        step(1 + hashes)
        if bytes[position] == UInt8(ascii: "(") {
          count += 1
          lines[lines.count - 1].text += Array("%\(count)".utf8)
          step()
          try readCode(until: UInt8(ascii: ")"))
          step()
        } else if bytes[position] == 0x0A {
          lines[lines.count - 1].goesOn = true
          lines.append(([], false))
          step()
        } else {
          lines[lines.count - 1].text += try readEscape()
        }
      } else if bytes[position] == 0x0A {
        lines.append(([], false))
        step()
      } else {
        lines[lines.count - 1].text.append(bytes[position])
        step()
      }
    }
    step(end.count)
    found.append(
      SwiftLiteral(
        key: isBlock ? Self.block(lines) : String(decoding: lines[0].text, as: UTF8.self),
        context: context(before: start), line: startLine))
  }

  private mutating func readEscape() throws -> [UInt8] {
    defer { step() }
    switch bytes[position] {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "u"):
      step(2)
      let digits = bytes[position...].prefix { $0 != UInt8(ascii: "}") }
      step(digits.count)
      guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw Unfinished(line: line) }
      return Array(String(scalar).utf8)
    case let other: return [other]
    }
  }

  /// The text of a block: without the line of its opening and the indentation of its closing.
  private static func block(_ lines: [(text: [UInt8], goesOn: Bool)]) -> String {
    let indentation = lines[lines.count - 1].text.count
    var text: [UInt8] = []
    for (index, line) in lines.dropFirst().dropLast().enumerated() {
      text += line.text.dropFirst(indentation)
      if !line.goesOn, index < lines.count - 3 { text.append(0x0A) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func context(before start: Int) -> String {
    let part = bytes[max(0, start - 120)..<start].filter { $0 != 0x20 && $0 != 0x0A }
    return String(decoding: part.suffix(60), as: UTF8.self)
  }
}
