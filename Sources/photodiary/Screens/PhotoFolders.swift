import DiaryApp
import DiaryCore
import Glibc

/// Folders as the photo picker looks into them.
struct PhotoFolders: FileBrowsing {
  /// Holds files with the folders where photos, and diaries, were found the last time.
  let state: String

  func startFolder(for use: FolderUse) -> String {
    let known = Self.firstLine(of: stateFile(for: use))
    if Self.isFolder(known) { return known }
    let home = homeFolder()
    let usual =
      switch use {
      case .photos: UserFolders(home: home).folder("PICTURES") ?? home + "/Pictures"
      case .diaries: UserFolders(home: home).folder("DOWNLOAD") ?? home + "/Downloads"
      }
    return [usual, home].first { Self.isFolder($0) } ?? "/"
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
  ) async -> Result<[FileItem], FolderFault> {
    guard let stream = opendir(folder) else {
      switch errno {
      case ENOENT: return .failure(.missing)
      case ENOTDIR: return .failure(.notAFolder)
      default: return .failure(.noPermission)
      }
    }
    defer { closedir(stream) }
    var items: [FileItem] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let kind = Int32(entry.pointee.d_type)
      // A file of another name needn't be asked what it is.
      guard name != ".", name != "..",
        allFiles || kind != Int32(DT_REG) || MediaType.isPhoto(named: name)
      else { continue }
      var information = stat()
      guard fstatat(dirfd(stream), name, &information, 0) == 0 else { continue }
      let type = information.st_mode & S_IFMT
      let isFolder = type == S_IFDIR
      guard isFolder || type == S_IFREG && (allFiles || MediaType.isPhoto(named: name)) else {
        continue
      }
      let time = information.st_mtim
      items.append(
        FileItem(
          name: name, isFolder: isFolder, size: Int(information.st_size),
          modified: Timestamp(
            fileSeconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))))
    }
    return .success(Self.sorted(items))
  }

  func firstMissing(of paths: [String]) async -> String? {
    paths.first { path in
      var information = stat()
      return path.utf8.contains(0) || stat(path, &information) != 0
        || information.st_mode & S_IFMT != S_IFREG
    }
  }

  func remember(folder: String, for use: FolderUse) async {
    // Only a convenience: whatever fails here is forgotten with the folder.
    guard let file = fopen(stateFile(for: use), "w") else { return }
    fputs(folder + "\n", file)
    fclose(file)
  }

  private static func sorted(_ items: [FileItem]) -> [FileItem] {
    // Folded once each: there may be ten thousand.
    items.map { (item: $0, name: $0.name.lowercased()) }.sorted { left, right in
      if left.item.isFolder != right.item.isFolder { return left.item.isFolder }
      return left.name == right.name ? left.item.name < right.item.name : left.name < right.name
    }.map(\.item)
  }

  private static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return !path.isEmpty && stat(path, &information) == 0
      && information.st_mode & S_IFMT == S_IFDIR
  }

  private static func firstLine(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 2)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return "" }
    let bytes = buffer.prefix { $0 != 0 && $0 != 0x0A }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self)
  }
}
