import Glibc

extension [UInt8] {
  /// Makes all bytes zeros before their memory is given back. Only the holder of the one copy can.
  package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}

extension UnsafeMutableRawBufferPointer {
  /// Makes all bytes zeros, even though nobody reads them any more.
  package func wipe() {
    if let start = baseAddress { explicit_bzero(start, count) }
  }
}
