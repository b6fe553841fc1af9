import System

/// Diaries of other programs that no import reads, by what is surely theirs: a person is told so, rather
/// than given the photos in them for all that they hold.
enum KnownDiary {
  private static let headSize = 4096
  /// Of so many files of a kind one tells what the others are.
  private static let lookedAt = 20

  /// The program of a diary that is encrypted; `nil` for anything else.
  static func encryptingProgram(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let isDiaro = files.contains { file in
      MarkdownFiles.ending(of: file) == "denc"
        || Path.split(file).name.lowercased() == "diarobackup.xml"
          && tree.head(of: file, headSize).first != UInt8(ascii: "<")
    }
    if isDiaro { return ImportFormat.diaro.title }
    // jrnl writes a token of Fernet, whose version and time make it begin so.
    let isJrnl = files.lazy.filter { ["", "txt", "jrnl"].contains(MarkdownFiles.ending(of: $0)) }
      .prefix(lookedAt).contains { file in
        let head = tree.head(of: file, headSize)
        return head.starts(with: "gAAAAA".utf8) && head.count > 100
          && head.allSatisfy { $0.isOfWord || "-_=\n".utf8.contains($0) }
      }
    return isJrnl ? ImportFormat.jrnl.title : nil
  }

  /// The name of the program; `nil` for anything else.
  static func program(of tree: ImportTree) -> String? {
    let files = tree.allFiles()
    let names = Set(files.map { Path.split($0).name.lowercased() })
    // Without the folder around it.
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
