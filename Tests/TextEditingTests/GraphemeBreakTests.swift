import Foundation
import TestSupport
import Testing
import TextEditing

@Suite("Grapheme clusters")
struct GraphemeBreakTests {
  /// Two blades of scissors, which Unicode has since taken from the pictures that a joiner joins;
  /// the rules here are Swift's, of a later Unicode than the tests.
  private static let outdated = "2701 200D 2701"

  /// Each test by itself, and in the middle of a text.
  @Test("They end where the tests of the Unicode Character Database have it")
  func unicodeTests() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/GraphemeBreakTest.txt")
    let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    expectGreater(lines.count, 600)
    for line in lines where line != Self.outdated {
      let clusters = line.split(separator: "|").map { cluster in
        String(
          String.UnicodeScalarView(
            cluster.split(separator: " ")
              .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }))
      }
      expectEqual(Self.clusters(clusters.joined()), clusters.map { Array($0.utf8) }, "\(line)")
      let inside = Self.clusters("\n" + clusters.joined() + "\n").dropFirst().dropLast()
      // A carriage return at the end is one with the line feed that was put behind it.
      guard clusters.last?.unicodeScalars.last != "\r" else { continue }
      expectEqual(Array(inside), clusters.map { Array($0.utf8) }, "\(line)")
    }
  }

  private static func clusters(_ text: String) -> [[UInt8]] {
    let rope = TextRope(text)
    var clusters: [[UInt8]] = []
    var index = 0
    while index < rope.count {
      let end = rope.clusterEnd(after: index)
      clusters.append(rope.bytes(index..<end))
      index = end
    }
    return clusters
  }
}
