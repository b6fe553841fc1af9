extension Collection<UInt8> {
  /// Where the code ends that backticks at an index begin: behind as many of them; `nil` where there
  /// is no such end, and the backticks are text. `count` is how many begin it.
  func codeEnd(at start: Index) -> (count: Int, end: Index?) {
    func run(_ index: Index) -> Int { self[index...].prefix { $0 == UInt8(ascii: "`") }.count }
    let count = run(start)
    var next = index(start, offsetBy: count)
    while next < endIndex {
      let other = run(next)
      let after = index(next, offsetBy: Swift.max(1, other))
      if other == count { return (count, after) }
      next = after
    }
    return (count, nil)
  }
}

/// Knows the lines of a fenced block of code, which stay as they are.
struct CodeFence {
  private var open: (mark: UInt8, count: Int)?

  mutating func holds(_ line: some Collection<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 }
    let mark = text.first ?? 0
    let count = text.prefix { $0 == mark }.count
    let isFence = (mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")) && count >= 3
    guard let open else {
      let rest = text.dropFirst(count)
      guard isFence, mark != UInt8(ascii: "`") || !rest.contains(mark) else { return false }
      self.open = (mark, count)
      return true
    }
    let isBare = text.dropFirst(count).allSatisfy { $0 == 0x20 }
    if isFence, mark == open.mark, count >= open.count, isBare { self.open = nil }
    return true
  }
}
