/// Tells text from bytes that are none.
enum UTF8Check {
  /// Where the first byte stands that isn't UTF-8, from 0; `nil` when all are.
  static func firstInvalidByte(in bytes: some Collection<UInt8>) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }
}
