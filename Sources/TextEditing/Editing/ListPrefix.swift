/// What a line of Markdown begins with before its words: indentation, quotation marks, the sign of a
/// list, a check box.
struct ListPrefix: Hashable {
  /// All of it, as it stands.
  let text: String
  /// What the next line of the list begins with.
  let next: String
  /// Whether there is more than indentation.
  let isList: Bool

  init(of line: Substring) {
    var rest = line
    var next = Self.blanks(&rest)
    let indentation = next
    while rest.first == ">" {
      next += ">"
      rest.removeFirst()
      next += Self.blanks(&rest)
    }
    if let marker = Self.marker(&rest) { next += marker }
    text = String(line[..<rest.startIndex])
    isList = next != indentation
    self.next = next
  }

  private static func blanks(_ rest: inout Substring) -> String {
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    rest = rest.dropFirst(blanks.count)
    return String(blanks)
  }

  /// Takes the sign of a list off; what the next line has in its place.
  private static func marker(_ rest: inout Substring) -> String? {
    var after = rest
    guard let first = after.popFirst() else { return nil }
    var sign = String(first)
    if "-*+".contains(first) {
      guard after.first == " " else { return nil }
    } else {
      // Nine digits, as CommonMark has it.
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let number = Int(digits), digits.count <= 9 else { return nil }
      after = rest.dropFirst(digits.count)
      guard let closing = after.popFirst(), closing == "." || closing == ")", after.first == " "
      else { return nil }
      sign = "\(number + 1)\(closing)"
    }
    sign += blanks(&after)
    for box in ["[ ] ", "[x] ", "[X] "] where after.hasPrefix(box) {
      after = after.dropFirst(box.count)
      sign += "[ ] "
    }
    rest = after
    return sign
  }
}
