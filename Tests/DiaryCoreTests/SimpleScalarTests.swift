import DiaryCore
import Foundation
import TestSupport
import Testing

/// The assumptions of a search by bytes, checked for every Unicode scalar.
@Suite struct SimpleScalarTests {
  private static let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
  private static let simple = all.filter { SimpleScalar.contains($0.value) }

  @Test func `simple scalars have one form and don't combine with the previous one`() {
    var combining: Set<Unicode.Scalar> = []
    for scalar in Self.all {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      combining.formUnion(parts.dropFirst())
    }
    expectEqual(
      Self.simple.filter { scalar in
        let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
        return Array(composed) != [scalar] || combining.contains(scalar)
      }, [])
  }

  @Test func `a lower-case letter has at most one upper-case form`() {
    expectEqual(
      Self.simple.filter { scalar in
        let small = Array(scalar.properties.lowercaseMapping.unicodeScalars)
        guard small.count == 1, let letter = small.first else { return true }
        return !SimpleScalar.contains(letter.value)
          || letter != scalar && SimpleScalar.capital(of: letter) != scalar
      }, [])
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
    for text in ["", "plain", "강가 산책, 안개", "café", "Đặng", "日本語「かな」", "👩‍🚀 👍", "вода"] {
      expect(SimpleScalar.makeUp(text.precomposedStringWithCanonicalMapping), "\(text)")
    }
    for text in ["cafe\u{301}", "\u{1100}\u{1161}", "\u{212A}", "İ", "ẞ", "a\u{300}"] {
      expect(!SimpleScalar.makeUp(text), "\(text)")
    }
    expectGreater(Self.simple.count, 30_000)
  }
}
