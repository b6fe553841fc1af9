import Glibc
import TestSupport
import Testing

@testable import Crypto

@Suite struct SegmentPaddingTests {
  @Test func `lengths follow Padmé`() {
    let known = [
      (0, 0), (1, 1), (2, 2), (3, 3), (8, 8), (9, 10), (15, 16), (17, 18), (100, 104), (255, 256),
      (257, 272), (1000, 1024), (1_000_001, 1_015_808),
    ]
    for (count, padded) in known { expectEqual(SegmentPadding.padded(count), padded, "\(count)") }
    var lengths: Set<Int> = []
    for count in 1...100_000 {
      let padded = SegmentPadding.padded(count)
      lengths.insert(padded)
      expectAtLeast(padded, count)
      expectAtMost(8 * (padded - count), count)
      expectEqual(SegmentPadding.padded(padded), padded)
    }
    expectLess(lengths.count, 200)
  }

  @Test(arguments: [
    "", "{}\n", "{\"a\":1}\n{\"b\":\"\\n\"}\n", String(repeating: "{}\n", count: 999),
  ])
  func `unpads to the same lines`(text: String) throws {
    var bytes = Array(text.utf8)
    SegmentPadding.pad(&bytes)
    expectEqual(bytes.count, SegmentPadding.padded(text.utf8.count))
    expectEqual(Array(SegmentPadding.unpadded(bytes)), Array(text.utf8))
  }

  @Test(.enabled(if: access("/usr/bin/jq", X_OK) == 0, "jq isn't installed"))
  func `jq reads padded lines`() throws {
    let text = String(repeating: "{\"a\":1}\n", count: 1001)
    var bytes = Array(text.utf8)
    SegmentPadding.pad(&bytes)
    expectGreater(bytes.count, text.utf8.count)
    try expectEqual(ProgramResult.run("/usr/bin/jq", ["-c", "."], input: bytes).text, text)
  }
}
