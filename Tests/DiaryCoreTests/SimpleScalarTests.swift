import DiaryCore
import Foundation
import TestSupport
import Testing

/// The assumptions of a search by bytes, checked for every Unicode scalar.
@Suite struct SimpleScalarTests {
  private static let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
  private static let simple = all.filter { SimpleScalar.contains($0.value) }

  @Test func `simple scalars don't combine with the previous one`() {
    var combining: Set<Unicode.Scalar> = []
    for scalar in Self.all {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      combining.formUnion(parts.dropFirst())
    }
    expectEqual(
      Self.simple.filter { scalar in
        let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
        return Array(composed) != [scalar] || combining.contains(scalar)
          || scalar.properties.isDefaultIgnorableCodePoint
      }, [])
  }

  @Test func `simple scalars fold to simple ones that know them`() {
    let folding = ScalarFolding()
    expectEqual(
      Self.simple.filter { scalar in
        let folded = Array(folding.scalars(of: scalar.value))
        guard let first = folded.first, let last = folded.last,
          folded.allSatisfy({ SimpleScalar.contains($0) || $0 == 0x2044 || $0 == 0x2BE })
        else { return true }
        if folded.count == 1 { return !Spellings.of(first).whole.contains(scalar.value) }
        return !Spellings.of(first).beginning.contains(scalar.value)
          || !Spellings.of(last).ending.contains(scalar.value)
          || !folded.allSatisfy { Spellings.of($0).isInSequences }
          || zip(folded, folded.dropFirst()).contains {
            !Spellings.of($0).mayShareCharacter(with: $1)
          }
      }, [])
  }

  @Test func `folding again changes nothing`() {
    let folding = ScalarFolding()
    for keepsAccents in [false, true] {
      expectEqual(
        Self.all.filter { scalar in
          let folded = Array(folding.scalars(of: scalar.value, keepsAccents: keepsAccents))
          let again = folded.flatMap { folding.scalars(of: $0, keepsAccents: keepsAccents) }
          return again != folded
        }, [])
    }
  }

  /// Skips most compatibility characters.
  private static func isTried(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xF900...0xFAFF, 0x2F800...0x2FA1F: scalar.value % 16 == 0
    default: true
    }
  }

  @Test func `recognizes a scalar by any equivalent text`() {
    expectEqual(
      Self.all.filter { scalar in
        guard !SimpleScalar.contains(scalar.value), Self.isTried(scalar) else { return false }
        let composed = Array(String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars)
        let one = composed.count == 1 ? composed.first.map(\.value) : nil
        let simple = one.flatMap { SimpleScalar.contains($0) ? $0 : nil }
        return SimpleScalar.equivalent(to: String(scalar)) != simple
      }, [])
    expectEqual(
      Self.simple.filter { scalar in
        guard !(0xAC00...0xD7A3).contains(scalar.value) else { return false }
        let parts = String(scalar).decomposedStringWithCanonicalMapping
        return parts.unicodeScalars.count > 1
          && SimpleScalar.equivalent(to: parts) != scalar.value
      }, [])
  }

  @Test func `recognizes texts of simple scalars`() {
    for text in [
      "", "plain", "강가 산책, 안개", "café", "Đặng", "日本語「かな」", "👩‍🚀 👍", "вода", "İstanbul", "Straße",
      "ＦＵＬＬ", "don’t…", "❤\u{FE0F}", "Ώρα",
    ] {
      expect(SimpleScalar.makeUp(text.precomposedStringWithCanonicalMapping), "\(text)")
    }
    for text in [
      "cafe\u{301}", "\u{1100}\u{1161}", "\u{212A}", "so\u{AD}ft", "ﬁ", "a\u{300}", "a\u{FE0F}",
      "\u{200D}",
    ] {
      expect(!SimpleScalar.makeUp(text), "\(text)")
    }
    expectGreater(Self.simple.count, 30_000)
  }
}
