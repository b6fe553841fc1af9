import System

/// Diaries of other programs that no import reads, by what is surely theirs: a person is told so, rather
/// than given the photos in them for all that they hold.
enum KnownDiary {
  /// The name of the program; `nil` for anything else.
  static func program(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let names = Set(files.map { Path.split($0).name.lowercased() })
    // Without the folder around it, or with entries that its app has encrypted.
    if names.contains("diarobackup.xml") { return ImportFormat.diaro.title }
    if files.contains("index.html"), !tree.isFile, tree.folders().contains("Resources"),
      files.contains(where: { $0.hasPrefix("\(AppleJournalReader.folder)/") })
    {
      return ImportFormat.applejournal.title
    }
    return nil
  }

  /// Whether it is what Diarium exports to be looked at, which nothing reads.
  ///
  /// - Parameters:
  ///   - name: That of the file or archive itself.
  ///   - isTold: Whether a person says that it is Diarium's.
  static func isPageOfDiarium(_ tree: ImportTree, name: String, isTold: Bool) -> Bool {
    let pages: Set = ["html", "htm", "docx", "rtf"]
    func isPage(_ file: String) -> Bool { pages.contains(MarkdownFiles.ending(of: file)) }
    func isNamed(_ file: String) -> Bool {
      isTold || Path.name(file).lowercased().hasPrefix("diarium")
    }
    if isPage(name) { return isNamed(name) }
    return tree.allFiles().contains { isPage($0) && (isNamed($0) || isNamed(name)) }
  }
}
