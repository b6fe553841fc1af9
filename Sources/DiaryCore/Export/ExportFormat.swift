/// What an export is written as.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// A Markdown file for each entry, in a folder for each year, and the photos beside them.
  case markdown
  /// All entries in one `diary.json`, and the photos beside it.
  case json
  /// `dayone.zip`, as Day One exports and imports: a JSON file for each journal, and the photos.
  case dayone
  /// One text file that jrnl reads, and the photos beside it.
  case jrnl
  /// A small static site, to be read in a browser.
  case html
  /// A book, as one `diary.pdf`.
  case pdf
}

/// What opens an encrypted export. It is shown nowhere.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `nil` of nothing.
  package init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    if self.bytes.isEmpty { return nil }
  }

  package var description: String { "•••" }
}
