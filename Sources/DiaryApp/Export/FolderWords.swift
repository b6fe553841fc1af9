import DiaryCore

/// The name of a folder as a person types it.
enum FolderWords {
  /// `~` stands for the home folder.
  static func path(_ text: String, homeFolder: String) -> String {
    let path = text.trimmed
    if path == "~" || path.hasPrefix("~/") { return homeFolder + path.dropFirst() }
    return String(path)
  }
}
