import DiaryCore
import System

/// The files of an import: a folder that a person named or an archive was unpacked to, or one file
/// in a folder. Links in it lead elsewhere and are passed over.
struct ImportTree: Sendable {
  /// Ends without a slash.
  let root: String
  /// What a person knows it by: the name of its folder, or of the archive that it was unpacked from.
  let name: String
  /// The only file that is looked at.
  private let only: String?
  let walk = Walk()
  var hints = ImportHints()

  /// Whether it is one file.
  var isFile: Bool { only != nil }

  /// A folder; one that holds nothing but one other folder stands for that one. `archive` is the file
  /// that it was unpacked from.
  init(folder: String, of archive: String? = nil) {
    var root = folder
    var name = archive.map(ArchiveKind.stem) ?? Self.name(of: Path.resolved(folder))
    while root.utf8.count > 1, root.hasSuffix("/") { root.removeLast() }
    for _ in 0..<3 {
      let tree = ImportTree(root: root, name: name, only: nil)
      // One that is called by a number is a year of a diary, and others will follow.
      guard tree.files().isEmpty, let sole = tree.folders().first, tree.folders().count == 1,
        !sole.allSatisfy(\.isNumber)
      else { break }
      root += "/" + sole
      name = sole
    }
    self.init(root: root, name: name, only: nil)
  }

  /// The last name of a path that isn't the number of a year, a month or a day in the folder of a
  /// diary.
  private static func name(of folder: String) -> String {
    folder.split(separator: "/").last { !$0.allSatisfy(\.isNumber) }.map(String.init) ?? ""
  }

  init(file: String) {
    let (folder, name) = Path.split(file)
    self.init(root: folder.isEmpty ? "." : folder, name: name, only: name)
  }

  private init(root: String, name: String, only: String?) {
    self.root = root
    self.name = name
    self.only = only
  }

  /// The names of the files in it, or in a folder of it, that aren't hidden. Sorted.
  func files(in folder: String? = nil) -> [String] {
    if let only, folder == nil { return [only] }
    return names(in: folder, of: .file)
  }

  /// The names of the folders in it, or in a folder of it.
  func folders(in folder: String? = nil) -> [String] { names(in: folder, of: .folder) }

  private func names(in folder: String?, of kind: FileKind) -> [String] {
    guard let opened = try? folder.map({ try Folder(at: root).subfolder($0) }) ?? Folder(at: root),
      let names = try? opened.names()
    else { return [] }
    return names.filter { name in
      !name.hasPrefix(".") && name != "__MACOSX"
        && opened.status(of: name)?.kind == kind
    }.sorted()
  }

  /// Opens a file of it, through no link.
  func open(_ file: String) throws(SystemError) -> SourceFile {
    try SourceFile("\(root)/\(file)", [.readOnly, .noFollow, .nonBlocking])
  }

  func isArchive(_ file: String) -> Bool {
    guard let file = try? open(file) else { return false }
    return ArchiveKind.isArchive(file.descriptor)
  }

  /// The first bytes of a file, without a byte order mark and white space.
  func head(of file: String, _ count: Int = JSONHead.size) -> [UInt8] {
    guard let file = try? open(file) else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = (try? file.read(into: &bytes)) ?? 0
    return Array(JSONHead.bare(bytes[..<length]))
  }
}
