/// What an export is written as.
package enum ExportFormat: String, Hashable, Sendable {
  /// A Markdown file for each entry, in a folder for each year, and the photos beside them.
  case markdown
  /// All entries in one `diary.json`, and the photos beside it.
  case json
  /// A small static site, to be read in a browser.
  case html
  /// A book, as one `diary.pdf`.
  case pdf
}

/// What a person may choose about an export.
package struct ExportOptions: Hashable, Sendable {
  /// Whether copies of photos keep the position where they were taken.
  package var keepsLocation: Bool

  package init(keepsLocation: Bool = false) { self.keepsLocation = keepsLocation }
}
