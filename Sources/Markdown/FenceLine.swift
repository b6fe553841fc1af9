/// A line that opens or closes a block of code.
struct FenceLine {
  private let mark: UInt8
  private let count: Int
  /// Whether anything follows on its line.
  private let hasInfo: Bool

  private init?(_ line: some RandomAccessCollection<UInt8>) {
    let rest = line.drop { $0 == 0x20 }
    guard line.count - rest.count < 4, let mark = rest.first,
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return nil }
    let info = rest.drop { $0 == mark }
    count = rest.count - info.count
    guard count >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    self.mark = mark
    hasInfo = info.contains { $0 > 0x20 }
  }

  /// Goes on behind a line. `open` is the one that opened the code which is open there. Returns
  /// whether the line opens or closes code.
  @discardableResult
  static func update(
    _ open: inout FenceLine?, with line: some RandomAccessCollection<UInt8>
  ) -> Bool {
    guard let found = FenceLine(line) else { return false }
    guard let opening = open else {
      open = found
      return true
    }
    guard found.mark == opening.mark, found.count >= opening.count, !found.hasInfo else {
      return false
    }
    open = nil
    return true
  }

  /// A line that opens the same code.
  var marks: String {
    String(repeating: Character(Unicode.Scalar(mark)), count: count) + "\n"
  }
}
