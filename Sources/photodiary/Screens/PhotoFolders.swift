import DiaryCore
import Interchange
import System
import Text

/// The contents of folders, for the photo picker.
struct PhotoFolders: FileBrowsing {
  /// The folder of the files that remember the last folders of photos and diaries.
  let state: String

  func initialFolder(for use: FolderUse) -> String {
    let home = homeFolder()
    let usual =
      switch use {
      case .photos: UserFolders(home: home).folder("PICTURES") ?? home + "/Pictures"
      case .diaries: UserFolders(home: home).folder("DOWNLOAD") ?? home + "/Downloads"
      }
    return [Self.firstLine(of: stateFile(for: use)), usual, home].first(where: FileSystem.isFolder)
      ?? "/"
  }

  private func stateFile(for use: FolderUse) -> String {
    switch use {
    case .photos: state + "/photo-folder"
    case .diaries: state + "/import-folder"
    }
  }

  func homeFolder() -> String { Environment["HOME"] ?? "/" }

  func items(in folder: String, allFiles: Bool) async -> Result<[FileItem], MessageError> {
    do {
      var stream = try FolderStream(at: folder)
      var items: [FileItem] = []
      while let name = try? stream.next() {
        guard let status = try? stream.folder.status(of: name, followingLinks: true),
          status.isFolder
            || status.isRegularFile && (allFiles || Self.isShown(name, in: stream.folder))
        else { continue }
        items.append(
          FileItem(
            name: name, isFolder: status.isFolder, size: status.size,
            modified: Timestamp(
              fileSeconds: Int64(status.modified.seconds),
              nanoseconds: Int64(status.modified.nanoseconds))))
      }
      return .success(Self.sorted(items))
    } catch .noSuchFile {
      return .failure(MessageError(localized("Folder not found.")))
    } catch .notAFolder {
      return .failure(MessageError(localized("That isn't a folder.")))
    } catch {
      return .failure(MessageError(localized("No permission to open this folder.")))
    }
  }

  /// Returns `true` if a file is a photo, or has the name of a video or a recording.
  private static func isShown(_ name: String, in folder: Descriptor) -> Bool {
    MediaType(ofFileNamed: name).isMedia || MediaType.isPhoto(named: name, in: folder)
  }

  func firstMissing(of paths: [String]) async -> String? {
    paths.first { path in
      path.utf8.contains(0) || FileSystem.status(of: path)?.isRegularFile != true
    }
  }

  func remember(folder: String, for use: FolderUse) async {
    // Only a convenience, so failures are ignored.
    guard
      let file = try? OpenFile(
        stateFile(for: use), [.writeOnly, .create, .truncate], mode: 0o666)
    else { return }
    try? file.write(Array((folder + "\n").utf8))
  }

  private static func sorted(_ items: [FileItem]) -> [FileItem] {
    // Computes each lowercased name once, as there may be ten thousand.
    items.map { (item: $0, name: $0.name.lowercased()) }.sorted { left, right in
      if left.item.isFolder != right.item.isFolder { return left.item.isFolder }
      return left.name == right.name ? left.item.name < right.item.name : left.name < right.name
    }.map(\.item)
  }

  private static func firstLine(of path: String) -> String {
    let bytes = (try? OpenFile(path, .readOnly).readToEnd(atMost: maxPathLength)) ?? []
    return String(decoding: bytes.prefix { $0 != 0 && $0 != 0x0A }, as: UTF8.self)
  }

  /// In bytes; the longest path of any system.
  private static let maxPathLength = 4096
}

/// The user's folders for pictures, downloads and more, from the configuration of xdg-user-dirs:
/// lines like `XDG_PICTURES_DIR="$HOME/Pictures"`, in any language.
struct UserFolders {
  private let home: String
  private let lines: [Substring]

  /// In bytes; larger files weren't written by xdg-user-dirs.
  private static let largest = 16_384

  init(home: String) {
    self.home = home
    let base =
      Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    let file = try? OpenFile(base + "/user-dirs.dirs", [.readOnly, .nonBlocking])
    let bytes = (try? file?.readToEnd(atMost: Self.largest)) ?? []
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Returns an absolute path, or `nil` if none is configured. The home folder means that the
  /// folder is disabled.
  func folder(_ name: String) -> String? {
    let prefix = "XDG_\(name)_DIR=\""
    guard let line = lines.last(where: { $0.hasPrefix(prefix) }) else { return nil }
    var value = ""
    var isEscaped = false
    for character in line.dropFirst(prefix.count) {
      if !isEscaped, character == "\"" { break }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { value.append(character) }
    }
    if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst(5) }
    return value.hasPrefix("/") ? value : nil
  }

}
