import DiaryCore
import Interchange
import System

/// Folders as the photo picker looks into them.
struct PhotoFolders: FileBrowsing {
  /// Holds files with the folders where photos, and diaries, were found the last time.
  let state: String

  func startFolder(for use: FolderUse) -> String {
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

  func items(
    in folder: String, allFiles: Bool
  ) async -> Result<[FileItem], FolderError> {
    do throws(ErrorNumber) {
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
      return .failure(.missing)
    } catch .notAFolder {
      return .failure(.notAFolder)
    } catch {
      return .failure(.noPermission)
    }
  }

  /// `true` if a file is a photo, or its name is that of a film or a recording.
  private static func isShown(_ name: String, in folder: Descriptor) -> Bool {
    MediaType(ofFileNamed: name).isMedia || MediaType.isPhoto(named: name, in: folder)
  }

  func firstMissing(of paths: [String]) async -> String? {
    paths.first { path in
      path.utf8.contains(0) || FileSystem.status(of: path)?.isRegularFile != true
    }
  }

  func remember(folder: String, for use: FolderUse) async {
    // Only a convenience: whatever fails here is forgotten with the folder.
    guard
      let file = try? OpenFile(
        stateFile(for: use), [.writeOnly, .create, .truncate], mode: 0o666)
    else { return }
    try? file.write(Array((folder + "\n").utf8))
  }

  private static func sorted(_ items: [FileItem]) -> [FileItem] {
    // Folded once each: there may be ten thousand.
    items.map { (item: $0, name: $0.name.lowercased()) }.sorted { left, right in
      if left.item.isFolder != right.item.isFolder { return left.item.isFolder }
      return left.name == right.name ? left.item.name < right.item.name : left.name < right.name
    }.map(\.item)
  }

  private static func firstLine(of path: String) -> String {
    let bytes = (try? OpenFile(path, .readOnly).rest(atMost: longestPath)) ?? []
    return String(decoding: bytes.prefix { $0 != 0 && $0 != 0x0A }, as: UTF8.self)
  }

  /// In bytes; no system has longer ones.
  private static let longestPath = 4096
}

/// The person's folders for pictures, downloads and more, as xdg-user-dirs keeps them: lines of
/// `XDG_PICTURES_DIR="$HOME/Pictures"`, in any language.
struct UserFolders {
  private let home: String
  private let lines: [Substring]

  /// What a person may have put there in its place isn't read further.
  private static let largest = 16_384

  init(home: String) {
    self.home = home
    let base =
      Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    let file = try? OpenFile(base + "/user-dirs.dirs", [.readOnly, .nonBlocking])
    let bytes = (try? file?.rest(atMost: Self.largest)) ?? []
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// An absolute path; `nil` where none is given. The home stands for a folder that isn't wanted.
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
