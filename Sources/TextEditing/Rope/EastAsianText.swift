/// Text of Korean, Chinese and Japanese in UTF-8.
package enum EastAsianText {
  /// Whether a character of Hangul, Kana or Han begins at a place.
  @inline(__always)
  package static func begins(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case 0xE3: index + 1 < text.count && text[index + 1] >= 0x81
    case 0xE4...0xED: true
    default: false
    }
  }
}
