/// Lines of what comes in pieces.
struct ByteLines {
  private let end: UInt8
  private var rest: [UInt8] = []
  private static let longest = 1 << 16

  /// `end` is the byte that ends a line.
  init(end: UInt8 = 0x0A) { self.end = end }

  /// Gives each whole line to a body, without its end.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, _ body: (String) throws(RemoteFault) -> Void
  ) throws(RemoteFault) {
    var bytes = bytes
    while let place = bytes.firstIndex(of: end) {
      try body(String(decoding: rest + bytes[..<place], as: UTF8.self))
      rest.removeAll(keepingCapacity: true)
      bytes = bytes[(place + 1)...]
    }
    rest += bytes
    guard rest.count <= Self.longest else { throw .failed("") }
  }
}
