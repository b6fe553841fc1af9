/// The program's texts in Korean, by their English ones.
package enum KoreanTable {
  package static let texts: [String: String] = parts.reduce(into: [:]) { all, part in
    all.merge(part) { first, _ in first }
  }

  /// One for each part of the program.
  package static let parts: [[String: String]] = [
    editor,
    keys,
    screens,
    photos,
    dialogs,
    counts,
    system,
    commands,
    options,
    discussions,
    settings,
    speech,
    finding,
    drafts,
    details,
    writing,
    markdown,
  ]
}
