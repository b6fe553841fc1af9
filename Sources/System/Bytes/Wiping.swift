import Glibc

extension [UInt8] {
  /// Makes all bytes zeros before their memory is given back. Only the holder of the one copy can.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
