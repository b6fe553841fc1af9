/// The program's texts in Korean, by their English ones.
package enum KoreanTable {
  package static let texts: [String: String] = parts.reduce(into: [:]) { all, part in
    all.merge(part) { first, _ in first }
  }

  /// The Korean of a text. What the first frame says is found without the table of all, which takes
  /// half a millisecond to make.
  static func text(of key: String) -> String? {
    keys[key] ?? screens[key] ?? counts[key] ?? held[key] ?? texts[key]
  }

  /// One for each part of the program.
  package static let parts: [[String: String]] = [
    editor,
    reminders,
    hooks,
    inbox,
    memories,
    keys,
    screens,
    photos,
    dialogs,
    counts,
    system,
    commands,
    options,
    discussions,
    imports,
    attachments,
    media,
    importScreen,
    settings,
    accessibleText,
    finding,
    drafts,
    details,
    map,
    writing,
    markdown,
    many,
    query,
    search,
    journals,
    days,
    backup,
    held,
    palette,
    statistics,
    site,
    writers,
    shell,
    syncCommands,
    errors,
    encryption, encryptionCommands,
    checks,
    notes,
    parser,
    remotes,
    sync,
    syncScreen,
    sharing, publishing, comments,
    unlocking,
  ]
}
