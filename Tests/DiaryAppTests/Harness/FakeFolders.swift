import DiaryApp
import DiaryCore
import Synchronization

/// Folders in memory.
final class FakeFolders: FileBrowsing {
  private let folders: [String: [FileItem]]
  private let remembered = Mutex<[FolderUse: String]>([:])

  init(
    _ folders: [String: [FileItem]] = [
      "/": [.folder("home")],
      "/home": [.folder("me")],
      "/home/me": [.folder("Pictures")],
      "/home/me/Pictures": [
        .folder("2025"), .folder("여행"), .photo("a-bridge.jpg", 1_930_000),
        .photo("b-damaged.jpg", 512),
        .photo("c-plum.jpg", 45_300), .photo("d-notes.txt.jpg", 10),
      ],
      "/home/me/Pictures/2025": [.photo("old.jpg", 999_999)],
      "/home/me/Pictures/여행": [],
    ]
  ) {
    self.folders = folders
  }

  func startFolder(for use: FolderUse) -> String {
    remembered.withLock { $0[use] } ?? (use == .photos ? "/home/me/Pictures" : "/home/me/Downloads")
  }
  func homeFolder() -> String { "/home/me" }
  func items(in folder: String, allFiles: Bool) async -> Result<[FileItem], FolderError> {
    folders[folder].map { .success($0) } ?? .failure(.missing)
  }
  func firstMissing(of paths: [String]) async -> String? {
    paths.first { path in
      guard let slash = path.lastIndex(of: "/") else { return true }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      let name = path[path.index(after: slash)...]
      return folders[folder]?.contains { !$0.isFolder && $0.name == name } != true
    }
  }
  func remember(folder: String, for use: FolderUse) async {
    remembered.withLock { $0[use] = folder }
  }
}

extension FileItem {
  static func folder(_ name: String) -> FileItem { FileItem(name: name, isFolder: true, size: 0) }
  static func photo(_ name: String, _ size: Int, modified: String? = nil) -> FileItem {
    FileItem(
      name: name, isFolder: false, size: size,
      modified: modified.flatMap { Timestamp($0) } ?? Timestamp(milliseconds: 0))
  }
}
