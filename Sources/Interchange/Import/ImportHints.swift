/// What a person tells of an import that its files don't tell themselves.
package struct ImportHints: Hashable, Sendable {
  /// How jrnl writes dates, as in `%Y-%m-%d %H:%M`; `nil` where its settings or the text itself are
  /// to tell.
  package var timeFormat: String?

  package init(timeFormat: String? = nil) { self.timeFormat = timeFormat }

  /// Whether dates that are written so can be read.
  package static func canRead(timeFormat: String) -> Bool { JrnlTimeFormat(timeFormat) != nil }
}
