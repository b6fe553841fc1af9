/// A string literal of the sources, as the compiler reads it.
struct SwiftLiteral {
  /// The text, with numbers in place of interpolations: the key of a localized text.
  var key: String
  /// The code before it, without white space: `localized(`, `help:`.
  var context: String
  let line: Int
}

/// Finds the string literals of a source file, those within interpolations too.
struct SwiftLiterals {
  private let source: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  private(set) var found: [SwiftLiteral] = []

  struct Unfinished: Error { let line: Int }

  static func all(in source: String) throws -> [SwiftLiteral] {
    var literals = SwiftLiterals(source: Array(source.unicodeScalars))
    try literals.readCode(isInside: false)
    return literals.found
  }

  private func starts(with text: String) -> Bool {
    source[position...].starts(with: text.unicodeScalars)
  }

  private mutating func step(_ count: Int = 1) {
    let end = min(position + count, source.count)
    line += source[position..<end].count { $0 == "\n" }
    position = end
  }

  private mutating func step(to text: String) {
    while position < source.count, !starts(with: text) { step() }
  }

  /// Code up to the parenthesis that closes an interpolation, or the end.
  private mutating func readCode(isInside: Bool) throws {
    var depth = 0
    while position < source.count {
      switch source[position] {
      case "/" where starts(with: "//"): step(to: "\n")
      case "/" where starts(with: "/*"):
        step(to: "*/")
        step(2)
      case "\"", "#":
        let hashes = source[position...].prefix { $0 == "#" }.count
        step(hashes)
        if position < source.count, source[position] == "\"" { try readLiteral(hashes: hashes) }
      case ")" where depth == 0 && isInside: return
      case let other:
        depth += other == "(" ? 1 : other == ")" ? -1 : 0
        step()
      }
    }
    if isInside { throw Unfinished(line: line) }
  }

  private mutating func readLiteral(hashes: Int) throws {
    let (start, startLine) = (position - hashes, line)
    let isBlock = starts(with: "\"\"\"")
    let marks = String(repeating: "#", count: hashes)
    let end = (isBlock ? "\"\"\"" : "\"") + marks
    step(isBlock ? 3 : 1)
    // Each line of a block, and whether the next one goes on with it.
    var lines: [(text: String, goesOn: Bool)] = [("", false)]
    var count = 0
    while !starts(with: end) {
      guard position < source.count, isBlock || source[position] != "\n" else {
        throw Unfinished(line: startLine)
      }
      let isEscape = starts(with: "\\" + marks)
      if isEscape { step(1 + hashes) }
      if isEscape, source[position] == "(" {
        count += 1
        lines[lines.count - 1].text += "%\(count)"
        step()
        try readCode(isInside: true)
      } else if source[position] == "\n" {
        lines[lines.count - 1].goesOn = isEscape
        lines.append(("", false))
      } else {
        let scalar = isEscape ? try readEscape() : source[position]
        lines[lines.count - 1].text.unicodeScalars.append(scalar)
      }
      step()
    }
    step(end.unicodeScalars.count)
    let before = source[max(0, start - 120)..<start].filter { $0 != " " && $0 != "\n" }
    var context = String.UnicodeScalarView()
    context.append(contentsOf: before.suffix(60))
    found.append(
      SwiftLiteral(
        key: isBlock ? Self.block(lines) : lines[0].text, context: String(context),
        line: startLine))
  }

  /// Reads an escape up to its last character.
  private mutating func readEscape() throws -> Unicode.Scalar {
    let named: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "0": "\0"]
    guard source[position] == "u" else { return named[source[position]] ?? source[position] }
    step(2)
    let digits = source[position...].prefix { $0 != "}" }
    step(digits.count)
    guard let value = UInt32(String(digits.map(Character.init)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw Unfinished(line: line) }
    return scalar
  }

  /// The text of a block: without the line of its opening and the indentation of its closing.
  private static func block(_ lines: [(text: String, goesOn: Bool)]) -> String {
    let indentation = lines[lines.count - 1].text.count
    return lines.dropFirst().dropLast().enumerated().map { index, line in
      line.text.dropFirst(indentation) + (line.goesOn || index == lines.count - 3 ? "" : "\n")
    }.joined()
  }
}
