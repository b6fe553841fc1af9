/// The texts in what Instagram and Facebook give to download: UTF-8, of which each byte was taken for a
/// character of Latin-1.
enum MisreadText {
  /// The text that was meant. One that can't have come so stays as it is.
  static func mended(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.value > 0x7F }), scalars.allSatisfy({ $0.value < 0x100 })
    else { return text }
    return String(validating: scalars.map { UInt8($0.value) }, as: UTF8.self) ?? text
  }
}
