/// Ticking a box in a text.
enum CheckBoxes {
  /// The text with the other mark in the box whose mark stands at that byte; `nil` if there is no
  /// such box.
  static func toggled(_ text: String, at mark: Int, isChecked: Bool) -> String? {
    let bytes = text.utf8
    guard mark > 0, mark + 1 < bytes.count else { return nil }
    let start = bytes.index(bytes.startIndex, offsetBy: mark)
    let end = bytes.index(after: start)
    let there = bytes[start]
    guard bytes[bytes.index(before: start)] == UInt8(ascii: "["), bytes[end] == UInt8(ascii: "]"),
      isChecked
        ? there == UInt8(ascii: "x") || there == UInt8(ascii: "X") : there == UInt8(ascii: " ")
    else { return nil }
    return String(Substring(bytes[..<start])) + (isChecked ? " " : "x") + Substring(bytes[end...])
  }
}
