import Synchronization
import System

/// The program's texts in a language, from a `.po` file of gettext
/// (gnu.org/software/gettext/manual/html_node/PO-Files.html).
///
/// Fuzzy and obsolete entries are ignored. Lines end with a line feed alone. A lookup indexes the
/// file up to the text it needs, so the texts of the first frame belong at the file's beginning.
package final class Translation: Sendable {
  // The bytes never change, so any thread may read them.
  nonisolated(unsafe) private let file: UnsafeRawBufferPointer
  private let index = Mutex(Index())

  /// `false` if one form of a text serves for all numbers, according to the file's header.
  let hasPlurals: Bool

  /// Keeps a pointer to the bytes of the file, which must never change.
  init(_ file: UnsafeRawBufferPointer) {
    self.file = file
    let end = file.range(of: Array("\n\n".utf8), from: 0)?.lowerBound ?? 0
    let header = UnsafeRawBufferPointer(rebasing: file[..<end])
    hasPlurals = header.range(of: Array("nplurals=1;".utf8), from: 0) == nil
  }

  /// Returns the translation of an English text that has no ID.
  package func text(of english: String) -> String? { text(of: english, isID: false) }

  /// Returns the translation of the text with an ID, which is the context of its entry.
  package func text(withID id: String) -> String? { text(of: id, isID: true) }

  private func text(of key: String, isID: Bool) -> String? {
    guard let end = index.withLock({ $0.end(of: key, isID: isID, in: file) }) else { return nil }
    var line = end
    repeat { line = file.lineEnd(from: line) + 1 } while !file.isKeyword("s", at: line)
    let text = file.string(at: line + "msgstr \"".utf8.count)
    return text.isEmpty ? nil : text
  }
}

// MARK: - Index

/// A hash table of the keys up to an offset of the file. The key of an entry is its context or, if
/// it has none, its English text.
private struct Index {
  /// The offset of a key times two, plus one if it is an ID; 0 if the slot is free.
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var count = 0
  /// The offset of the first line that isn't indexed.
  private var next = 0

  /// Returns the offset of the quote after a key, or `nil` if the file doesn't have the key.
  mutating func end(of key: String, isID: Bool, in file: UnsafeRawBufferPointer) -> Int? {
    let hash = Self.hash(of: key.utf8)
    var distance = 0
    while true {
      let value = slots[(hash + distance) & (slots.count - 1)]
      if value == 0 {
        let size = slots.count
        guard addEntry(of: file) else { return nil }
        if slots.count != size { distance = 0 }
      } else if (value % 2 == 1) == isID, let end = file.end(of: key, at: Int(value / 2)) {
        return end
      } else {
        distance += 1
      }
    }
  }

  /// Reads the next entry. Returns `false` at the end of the file.
  private mutating func addEntry(of file: UnsafeRawBufferPointer) -> Bool {
    var key: UInt32?
    var isFuzzy = false
    while next < file.count {
      let line = next
      next = file.lineEnd(from: line) + 1
      if file.isKeyword("c", at: line) {
        key = UInt32(line + "msgctxt \"".utf8.count) * 2 + 1
      } else if file.isKeyword("i", at: line) {
        key = key ?? UInt32(line + "msgid \"".utf8.count) * 2
      } else if let key, file.isKeyword("s", at: line) {
        if !isFuzzy { add(key, of: file) }
        return true
      } else if next == line + 1 {
        // An obsolete entry has ended.
        isFuzzy = false
      } else if file.isFuzzy(line..<next) {
        isFuzzy = true
      }
    }
    return false
  }

  private mutating func add(_ key: UInt32, of file: UnsafeRawBufferPointer) {
    let string = QuotedString(file: file, offset: Int(key / 2))
    // The entry with the empty text is the header.
    guard string.first(where: { _ in true }) != nil else { return }
    if 2 * count >= slots.count {
      let keys = slots.filter { $0 != 0 }
      slots = [UInt32](repeating: 0, count: 4 * slots.count)
      count = 0
      for key in keys { add(key, of: file) }
    }
    var slot = Self.hash(of: string) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = key
    count += 1
  }

  /// Returns a hash of the first 16 bytes of a key, which differ in most (FNV-1a).
  private static func hash(of bytes: some Sequence<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes.prefix(16) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash)
  }
}

// MARK: - Syntax

/// The bytes of a string: of all its quoted parts in successive lines, with escapes replaced.
private struct QuotedString: Sequence, IteratorProtocol {
  let file: UnsafeRawBufferPointer
  /// The offset of the next byte.
  private(set) var offset: Int

  mutating func next() -> UInt8? {
    while offset < file.count {
      switch file[offset] {
      case UInt8(ascii: "\""):
        guard file.continues(after: offset) else { return nil }
        offset += 3
      case UInt8(ascii: "\\"):
        offset += 2
        return file.escaped(at: offset - 1)
      case let byte:
        offset += 1
        return byte
      }
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the line feed of the line at an offset, or the file's end.
  fileprivate func lineEnd(from start: Int) -> Int {
    offset(of: UInt8(ascii: "\n"), from: start) ?? count
  }

  /// Returns `true` if the line at an offset begins with the keyword `msgctxt`, `msgid` or `msgstr`
  /// that has a letter in the fourth place.
  fileprivate func isKeyword(_ letter: Unicode.Scalar, at line: Int) -> Bool {
    line + 3 < count && self[line] == UInt8(ascii: "m")
      && self[line + 3] == UInt8(ascii: letter)
  }

  /// Returns `true` for a line such as `#, fuzzy`.
  fileprivate func isFuzzy(_ line: Range<Int>) -> Bool {
    line.count > 2 && self[line.lowerBound] == UInt8(ascii: "#")
      && self[line.lowerBound + 1] == UInt8(ascii: ",")
      && String(decoding: self[line.clamped(to: 0..<count)], as: UTF8.self).contains("fuzzy")
  }

  /// Returns `true` if a string continues in the next line after the quote at an offset.
  fileprivate func continues(after quote: Int) -> Bool {
    quote + 2 < count && self[quote + 1] == UInt8(ascii: "\n")
      && self[quote + 2] == UInt8(ascii: "\"")
  }

  /// Returns the byte that is meant by the one after a backslash.
  fileprivate func escaped(at offset: Int) -> UInt8? {
    guard offset < count else { return nil }
    return switch self[offset] {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case let byte: byte
    }
  }

  /// Returns the offset of the quote after the string at an offset if it is `text`.
  fileprivate func end(of text: String, at offset: Int) -> Int? {
    var string = QuotedString(file: self, offset: offset)
    for byte in text.utf8 {
      guard string.next() == byte else { return nil }
    }
    return string.next() == nil ? string.offset : nil
  }

  /// Returns the string at an offset.
  fileprivate func string(at offset: Int) -> String {
    // Most have one part without escapes.
    let end = self[offset...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if let end, self[end] == UInt8(ascii: "\""), !continues(after: end) {
      return String(decoding: self[offset..<end], as: UTF8.self)
    }
    return String(decoding: Array(QuotedString(file: self, offset: offset)), as: UTF8.self)
  }
}
