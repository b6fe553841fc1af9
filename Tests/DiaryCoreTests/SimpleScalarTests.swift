import DiaryCore
import Foundation
import TestSupport
import Testing

/// What a search by bytes relies on, tried with every character there is.
@Suite struct SimpleScalarTests {
  private static let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
  private static let simple = all.filter { SimpleScalar.contains($0.value) }

  @Test func `none of them is written otherwise, or combines with the one before`() {
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

  @Test func `a small letter has one capital at most`() {
    expectEqual(
      Self.simple.filter { scalar in
        let small = Array(scalar.properties.lowercaseMapping.unicodeScalars)
        guard small.count == 1, let letter = small.first else { return true }
        return !SimpleScalar.contains(letter.value)
          || letter != scalar && SimpleScalar.capital(of: letter) != scalar
      }, [])
  }

  /// Includes only some of the compatibility characters.
  private static func isTried(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xF900...0xFAFF, 0x2F800...0x2FA1F: scalar.value % 16 == 0
    default: true
    }
  }

  @Test func `one is known by whatever is equivalent to it`() {
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

  @Test func `texts of them are known`() {
    for text in ["", "plain", "강가 산책, 안개", "café", "Đặng", "日本語「かな」", "👩‍🚀 👍", "вода"] {
      expect(SimpleScalar.makeUp(text.precomposedStringWithCanonicalMapping), "\(text)")
    }
    for text in ["cafe\u{301}", "\u{1100}\u{1161}", "\u{212A}", "İ", "ẞ", "a\u{300}"] {
      expect(!SimpleScalar.makeUp(text), "\(text)")
    }
    expectGreater(Self.simple.count, 30_000)
  }
}
