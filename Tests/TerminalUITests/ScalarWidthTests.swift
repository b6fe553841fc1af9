import Glibc
import TerminalUI
import TestSupport
import Testing

// Glibc's module map leaves the XSI functions out.
@_silgen_name("wcwidth") private func wcwidth(_ character: wchar_t) -> Int32

@Suite("Widths against the C library")
struct ScalarWidthTests {
  /// What the C library has no width for because Unicode drew it later than version 14.0, which
  /// Debian 12 has. The screen draws a square for these.
  private func isTooNew(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return true }
    return age.major > 14
  }

  /// Line ends have no width here, being no part of a line; the C library won't say.
  private let exceptions: Set<UInt32> = [0x2028, 0x2029]

  @Test("Every scalar of the first two planes is as wide as wcwidth says")
  func agreesWithTheCLibrary() {
    setlocale(LC_CTYPE, "C.UTF-8")
    for value in UInt32(0x20)..<0x20000 where !exceptions.contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let ours: Int32
      switch ScalarWidth(scalar) {
      case .columns(let columns): ours = Int32(columns)
      case .none: ours = 0
      // Something else is drawn for these.
      case .control, .unassigned: continue
      }
      let theirs = wcwidth(wchar_t(value))
      if ours != theirs, theirs != -1 || !isTooNew(scalar) {
        fail("U+\(String(value, radix: 16)): \(ours), but wcwidth says \(theirs)")
      }
    }
  }
}
