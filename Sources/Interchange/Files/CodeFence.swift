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
