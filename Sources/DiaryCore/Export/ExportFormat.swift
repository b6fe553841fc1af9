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
