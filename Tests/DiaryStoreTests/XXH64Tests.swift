import TestSupport
import Testing

@testable import DiaryStore

@Suite("XXH64")
struct XXH64Tests {
  /// As `xxh64sum` gives them.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func `gives what others give`(_ text: String, _ sum: UInt64) {
    expectEqual(Array(text.utf8).withUnsafeBytes { XXH64.sum(of: $0, seed: 0) }, sum)
    expectNotEqual(Array(text.utf8).withUnsafeBytes { XXH64.sum(of: $0, seed: 1) }, sum)
  }
}
