import Synchronization
import System

/// The program's texts in a language, from a `.po` file of gettext
/// (gnu.org/software/gettext/manual/html_node/PO-Files.html).
///
/// The first lookup makes an index of the file's entries. A text is decoded at each lookup. Fuzzy
/// and obsolete entries are ignored. Lines end with a line feed alone.
package final class Translation: Sendable {
  nonisolated(unsafe) private let file: UnsafeRawBufferPointer
  private let lazyIndex = AtomicLazyReference<Index>()

  init(_ file: EmbeddedFile) { self.file = file.bytes }

  /// Returns the translation of an English text that has no ID.
  package func text(of english: String) -> String? {
    text(Key(text: english, isContext: false))
  }

  /// Returns the translation of the text with an ID, which is the context of its entry.
  package func text(withID id: String) -> String? { text(Key(text: id, isContext: true)) }

  private func text(_ key: Key) -> String? {
    var slot = Index.hash(of: key.text.utf8)
    while let entry = index[slot] {
      slot += 1
      guard entry.isContext == key.isContext, let end = end(of: key.text, at: entry.offset) else {
        continue
      }
      return translation(after: end)
    }
    return nil
  }

  /// Returns the offset of the end of the string at `offset` if it is `text`.
  private func end(of text: String, at offset: Int) -> Int? {
    var string = QuotedString(file: file, offset: offset)
    for byte in text.utf8 {
      guard string.next() == byte else { return nil }
    }
    return string.next() == nil ? string.offset : nil
  }

  /// Returns the `msgstr` of the entry whose key ends at an offset, or `nil` if it is empty.
  private func translation(after offset: Int) -> String? {
    var offset = offset
    while let end = file.place(of: UInt8(ascii: "\n"), from: offset) {
      offset = end + 1
      guard Keyword(at: offset, in: file) == .msgstr else { continue }
      let bytes = Array(QuotedString(file: file, offset: offset + Keyword.msgstr.length))
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
    return nil
  }
}

// MARK: - Index

extension Translation {
  private struct Key {
    let text: String
    let isContext: Bool
  }

  /// A hash table with the offsets of all keys, which are the contexts of entries that have one, and
  /// the English texts of the others.
  private final class Index: Sendable {
    /// Twice the offset of a key, plus one if it is a context; 0 if the slot is free.
    private let slots: [UInt32]

    init(_ file: UnsafeRawBufferPointer) {
      // A few times as many as entries, which have over a hundred bytes on average.
      let count = 1 << (Int.bitWidth - (file.count / 64 + 8).leadingZeroBitCount)
      var slots = [UInt32](repeating: 0, count: count)
      func add(at offset: Int, isContext: Bool) {
        let string = QuotedString(file: file, offset: offset)
        // The entry with the empty text is the header.
        guard string.first(where: { _ in true }) != nil else { return }
        var slot = Index.hash(of: string) & (count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
        slots[slot] = UInt32(offset * 2 + (isContext ? 1 : 0))
      }
      var (hasContext, isFuzzy) = (false, false)
      var next: Int? = 0
      while let offset = next, offset < file.count {
        let end = file.place(of: UInt8(ascii: "\n"), from: offset)
        let keyword = Keyword(at: offset, in: file)
        switch keyword {
        case .msgctxt:
          hasContext = true
          if !isFuzzy { add(at: offset + Keyword.msgctxt.length, isContext: true) }
        case .msgid:
          if !hasContext, !isFuzzy { add(at: offset + Keyword.msgid.length, isContext: false) }
        case .msgstr: (hasContext, isFuzzy) = (false, false)
        case .flags:
          let line = String(decoding: file[offset..<(end ?? file.count)], as: UTF8.self)
          if line.contains("fuzzy") { isFuzzy = true }
        case nil: break
        }
        next = end.map { $0 + 1 }
      }
      self.slots = slots
    }

    /// The entry at a slot, counted from the hash of its key on; `nil` if the slot is free.
    subscript(slot: Int) -> (offset: Int, isContext: Bool)? {
      let value = slots[slot & (slots.count - 1)]
      return value == 0 ? nil : (Int(value / 2), value % 2 == 1)
    }

    /// Returns a hash of the first 16 bytes of a key, which differ in most (FNV-1a).
    static func hash(of bytes: some Sequence<UInt8>) -> Int {
      var hash: UInt32 = 0x811C_9DC5
      for byte in bytes.prefix(16) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
      return Int(hash)
    }
  }

  private var index: Index { lazyIndex.load() ?? lazyIndex.storeIfNil(Index(file)) }
}

// MARK: - Lines

extension Translation {
  /// The beginning of a line that matters to the index.
  private enum Keyword {
    case msgctxt
    case msgid
    case msgstr
    case flags

    /// Reads the fourth byte of `msgctxt "`, `msgid "` and `msgstr "`.
    init?(at offset: Int, in file: UnsafeRawBufferPointer) {
      guard offset + 3 < file.count else { return nil }
      switch (file[offset], file[offset + 1], file[offset + 3]) {
      case (UInt8(ascii: "m"), _, UInt8(ascii: "c")): self = .msgctxt
      case (UInt8(ascii: "m"), _, UInt8(ascii: "i")): self = .msgid
      case (UInt8(ascii: "m"), _, UInt8(ascii: "s")): self = .msgstr
      case (UInt8(ascii: "#"), UInt8(ascii: ","), _): self = .flags
      default: return nil
      }
    }

    /// The number of bytes up to the string, with its opening quote.
    var length: Int {
      switch self {
      case .msgctxt: 9
      case .msgid: 7
      case .msgstr: 8
      case .flags: 2
      }
    }
  }

  /// The bytes of a string, of all its quoted parts in successive lines, with escapes replaced.
  private struct QuotedString: Sequence, IteratorProtocol {
    let file: UnsafeRawBufferPointer
    /// The offset of the next byte; at the end of the string, of the byte after the closing quote.
    private(set) var offset: Int

    mutating func next() -> UInt8? {
      while offset < file.count {
        let byte = file[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\\"):
          guard offset < file.count else { return nil }
          offset += 1
          switch file[offset - 1] {
          case UInt8(ascii: "n"): return UInt8(ascii: "\n")
          case UInt8(ascii: "t"): return UInt8(ascii: "\t")
          case let escaped: return escaped
          }
        case UInt8(ascii: "\""):
          guard offset + 1 < file.count, file[offset] == UInt8(ascii: "\n"),
            file[offset + 1] == UInt8(ascii: "\"")
          else { return nil }
          offset += 2
        default: return byte
        }
      }
      return nil
    }
  }
}
