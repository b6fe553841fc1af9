/// What an import can be, by the names of `--format`.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// Our own, an entry a line or in an array: either is read as what it is.
  case jsonl, json
  case dayone, rednotebook, jrnl, markdown
  case photos

  /// Those of other programs, in the order in which they are tried.
  static var readers: [(format: ImportFormat, type: any DiaryReader.Type)] {
    [
      (.dayone, DayOneReader.self), (.rednotebook, RedNotebookReader.self),
      (.jrnl, JrnlReader.self), (.markdown, MarkdownReader.self),
    ]
  }

  var reader: (any DiaryReader.Type)? { Self.readers.first { $0.format == self }?.type }
}
