import CData

/// A file of data that is built into the program, from `Sources/CData`.
package struct EmbeddedFile {
  /// The bytes of the file, which last as long as the program.
  package let bytes: UnsafeRawBufferPointer

  private init(file: pd_file) {
    bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.size)
  }

  /// The text of a file in UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of a file in UTF-8 whose last line ends with a line feed.
  package var lines: [String] {
    text.split(separator: "\n").map(String.init)
  }
}

extension EmbeddedFile {
  /// The style sheet of a site. `@MAP@` is where the rules of maps go.
  package static var siteStyle: EmbeddedFile { EmbeddedFile(file: pd_site_style) }

  /// The rules of maps, in a site and in an SVG file.
  package static var mapStyle: EmbeddedFile { EmbeddedFile(file: pd_map_style) }

  /// The style sheet of a book. The variables are those of the site.
  package static var bookStyle: EmbeddedFile { EmbeddedFile(file: pd_book_style) }

  /// The script of a site: arrow keys turn pages, and a search finds entries. User text is inserted
  /// as text nodes, never as HTML.
  package static var siteScript: EmbeddedFile { EmbeddedFile(file: pd_site_script) }

  /// `FORMAT.txt` of a store, without its first two lines.
  package static var storeFormat: EmbeddedFile { EmbeddedFile(file: pd_store_format) }

  /// The same of an encrypted store.
  package static var encryptedStoreFormat: EmbeddedFile {
    EmbeddedFile(file: pd_encrypted_store_format)
  }

  /// `FORMAT.txt` of a remote in clear, without its first two lines.
  package static var remoteFormat: EmbeddedFile { EmbeddedFile(file: pd_remote_format) }

  /// The same of an encrypted remote.
  package static var encryptedRemoteFormat: EmbeddedFile {
    EmbeddedFile(file: pd_encrypted_remote_format)
  }

  /// The scripts for a remote's ssh host.
  package static var sshGet: EmbeddedFile { EmbeddedFile(file: pd_ssh_get) }
  package static var sshPut: EmbeddedFile { EmbeddedFile(file: pd_ssh_put) }

  /// Tables of the Unicode Character Database 15.0, which Assets/make-text-tables.py writes.
  package static var lineBreaks: EmbeddedFile { EmbeddedFile(file: pd_line_breaks) }
  package static var wideScalars: EmbeddedFile { EmbeddedFile(file: pd_wide_scalars) }
  package static var ambiguousScalars: EmbeddedFile { EmbeddedFile(file: pd_ambiguous_scalars) }
  package static var foldings: EmbeddedFile { EmbeddedFile(file: pd_foldings) }

  /// The sample diary in the current language: parts between lines of `====`, each with a line for
  /// each field, a blank line and the text.
  package static var demo: EmbeddedFile {
    EmbeddedFile(file: Language.current == .korean ? pd_demo_korean : pd_demo_english)
  }

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
