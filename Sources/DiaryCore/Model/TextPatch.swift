/// The part of a text in which it differs from another: little, where little was changed in a long
/// text.
struct TextPatch: Hashable, Sendable {
  /// In bytes.
  private let start: Int
  private let old: [UInt8]
  private let new: [UInt8]
  /// Of the text that it is made for.
  private let count: Int

  init(from base: String, to target: String) {
    let (base, target) = (Array(base.utf8), Array(target.utf8))
    count = base.count
    let shorter = min(base.count, target.count)
    let start = (0..<shorter).first { base[$0] != target[$0] } ?? shorter
    let end =
      (0..<shorter - start).first {
        base[base.count - 1 - $0] != target[target.count - 1 - $0]
      } ?? shorter - start
    self.start = start
    old = Array(base[start..<base.count - end])
    new = Array(target[start..<target.count - end])
  }

  /// The other text; `nil` for one that isn't as the patch knows it.
  func applied(to text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == count, bytes[start...].starts(with: old) else { return nil }
    return String(
      decoding: bytes[..<start] + new + bytes[(start + old.count)...], as: UTF8.self)
  }
}
