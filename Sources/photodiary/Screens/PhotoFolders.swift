import DiaryApp
import DiaryCore
import Glibc

/// Folders as the photo picker looks into them.
struct PhotoFolders: FileBrowsing {
  /// Holds the folder where photos were found the last time.
  let stateFile: String

  func startFolder() -> String {
    let home = homeFolder()
    let known = Self.firstLine(of: stateFile)
    return [known, home + "/Pictures", home].first { Self.isFolder($0) } ?? "/"
  }

  func homeFolder() -> String { Environment["HOME"] ?? "/" }

  func items(in folder: String) async -> Result<[FileItem], FolderFault> {
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
      var information = stat()
      guard !name.hasPrefix("."), stat(folder + "/" + name, &information) == 0 else { continue }
      let isFolder = information.st_mode & S_IFMT == S_IFDIR
      guard isFolder || Self.isPhoto(name) else { continue }
      items.append(FileItem(name: name, isFolder: isFolder, size: Int(information.st_size)))
    }
    return .success(items.sorted(by: Self.precedes))
  }

  func remember(folder: String) async {
    // Only a convenience: whatever fails here is forgotten with the folder.
    guard let file = fopen(stateFile, "w") else { return }
    fputs(folder + "\n", file)
    fclose(file)
  }

  private static func precedes(_ left: FileItem, _ right: FileItem) -> Bool {
    if left.isFolder != right.isFolder { return left.isFolder }
    let (first, second) = (left.name.lowercased(), right.name.lowercased())
    return first == second ? left.name < right.name : first < second
  }

  private static func isPhoto(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return MediaType.photoExtensions.contains(name[name.index(after: dot)...].lowercased())
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
