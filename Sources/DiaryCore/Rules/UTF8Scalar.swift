extension UnsafeBufferPointer<UInt8> {
  /// The scalar that begins at a byte of UTF-8, and where the next one does. One that is cut off at
  /// the end is read as if zeros followed.
  func scalar(at index: Int) -> (scalar: UInt32, next: Int) {
    let first = UInt32(self[index])
    func more(_ offset: Int) -> UInt32 {
      index + offset < count ? UInt32(self[index + offset] & 0x3F) : 0
    }
    let (scalar, length): (UInt32, Int) =
      switch first {
      case ..<0x80: (first, 1)
      case ..<0xE0: ((first & 0x1F) << 6 | more(1), 2)
      case ..<0xF0: ((first & 0x0F) << 12 | more(1) << 6 | more(2), 3)
      default: ((first & 0x07) << 18 | more(1) << 12 | more(2) << 6 | more(3), 4)
      }
    return (scalar, Swift.min(count, index + length))
  }
}

extension [UInt8] {
  /// The offset of the first byte that isn't part of a well-formed character; `nil` for UTF-8.
  package var firstInvalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
