import CData

/// A file of data that is built into the program, from `Sources/CData`.
package struct EmbeddedFile {
  private let file: pd_file

  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: file.bytes, count: file.size)
  }

  /// The text of a file in UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of a file in UTF-8 whose last line ends with a line feed.
  package var lines: [String] {
    text.split(separator: "\n").map(String.init)
  }
}

extension EmbeddedFile {
  /// The Electronic Frontier Foundation's long word list for passphrases: 7,776 words in order
  /// (eff.org/dice, 2016; CC BY 3.0, eff.org/copyright).
  package static var recoveryWords: EmbeddedFile { EmbeddedFile(file: pd_recovery_words) }

  /// The translations of the program's texts, with the codes of their languages.
  package static var translations: [(language: String, file: EmbeddedFile)] {
    UnsafeBufferPointer(start: pd_translations, count: pd_translation_count).map {
      (String(cString: $0.language), EmbeddedFile(file: $0.file))
    }
  }
}
