import Foundation
import TerminalUI
import TestSupport
import Testing

@Suite("Unicode line breaking")
struct LineBreakerTests {
  @Test("Breaks where the tests of the Unicode Character Database do")
  func unicodeTests() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/LineBreakTest.txt")
    let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    expectGreater(lines.count, 7_000)
    for line in lines {
      let scalars = line.split { $0 == " " || $0 == "|" }
        .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let breaks = line.filter { $0 == " " || $0 == "|" }.map { $0 == "|" }
      expectEqual(opportunities(scalars), breaks, "\(line)")
    }
  }

  @Test("A copy goes on from where it was made")
  func copies() {
    let scalars = Array("값은 $(12.50)이고, 「책」 🇰🇷🇺🇸 a-b".unicodeScalars)
    let all = opportunities(scalars)
    for middle in 1..<scalars.count {
      var breaker = LineBreaker()
      for (index, scalar) in scalars.prefix(middle).enumerated() {
        _ = breaker.mayBreak(before: scalar) { scalars[index + 1] }
      }
      var copy = breaker
      let following = middle + 1 < scalars.count ? scalars[middle + 1] : nil
      expectEqual(copy.mayBreak(before: scalars[middle]) { following }, all[middle - 1])
    }
  }

  /// Whether the text may break before each scalar but the first.
  private func opportunities(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var breaker = LineBreaker()
    return scalars.indices.map { index in
      breaker.mayBreak(before: scalars[index]) {
        scalars[(index + 1)...].first { !["\u{308}", "\u{200D}"].contains($0) }
      }
    }.dropFirst().map(\.self)
  }
}
