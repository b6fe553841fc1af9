import System
import Text

/// A table from the Unicode Character Database, which Assets/make-text-tables.py writes: ascending
/// 32-bit numbers in little-endian order. It is read in place.
package struct UnicodeTable {
  private let bytes: UnsafeRawBufferPointer

  private init(_ file: EmbeddedFile) { bytes = file.bytes }

  /// Runs of scalars of one line-breaking class: each run's first scalar times 64, plus the class.
  static var lineBreaks: UnicodeTable { UnicodeTable(.lineBreaks) }

  /// The edges of ranges of characters that take two columns: East Asian Width W and F in version
  /// 14.0, the version of Debian 12's C library and therefore of ncurses.
  static var wide: UnicodeTable { UnicodeTable(.wideScalars) }

  /// The edges of ranges of characters that are two columns wide in East Asian fonts and one
  /// elsewhere: East Asian Width A, without combining marks, private-use characters, box drawing
  /// and block elements.
  package static var ambiguous: UnicodeTable { UnicodeTable(.ambiguousScalars) }

  private subscript(index: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  /// All numbers of the table.
  package var numbers: [UInt32] { (0..<bytes.count / 4).map { self[$0] } }

  /// Returns how many numbers of the table are at most `number`.
  private func count(upTo number: UInt32) -> Int {
    partitionPoint(bytes.count / 4) { self[$0] <= number }
  }

  /// Returns the last number of the table that is at most `number`, or `nil` if there is none.
  func last(upTo number: UInt32) -> UInt32? {
    let count = count(upTo: number)
    return count > 0 ? self[count - 1] : nil
  }

  /// Returns `true` if a scalar is in one of the ranges, in a table of the first scalar of each
  /// range and the first one after it, in turn.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= self[0] && count(upTo: scalar.value) % 2 == 1
  }
}
